import { printPages } from "../../lib/actions/paging.ts";
import type { AuditEntry } from "../../lib/api/types/access.ts";
import type { Input } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/table.ts";
import { parseTime } from "../../lib/values/duration.ts";
import type { auditShape } from "./definitions.ts";

const columns: Column<AuditEntry>[] = [
  { title: "time", value: (entry) => entry.created_at, kind: "time" },
  { title: "who", value: ({ actor }) => [actor.type, actor.id].filter(Boolean).join(" ") },
  { title: "action", value: (entry) => entry.action },
  { title: "target", value: ({ target }) => [target.type, target.id].filter(Boolean).join(" ") },
  { title: "address", value: (entry) => entry.address, optional: true },
  { title: "changes", value: ({ changes }) => JSON.stringify(changes), optional: true },
];

/** Lists the audit log, newest first. */
export async function run({ cli, options }: Input<typeof auditShape>): Promise<void> {
  const { action, actor, target, since, until } = options;
  const filters = {
    ...(action === undefined ? {} : { action }),
    ...(actor === undefined ? {} : { actor_id: actor }),
    ...(target === undefined ? {} : { target_id: target }),
    ...(since === undefined ? {} : { since: parseTime(since, -1) }),
    ...(until === undefined ? {} : { until: parseTime(until, -1) }),
  };
  const client = await cli.client();
  await printPages(cli, options, columns, (query) =>
    client.call("GET /v1/audit", { query: { ...filters, ...query } }),
  );
}
