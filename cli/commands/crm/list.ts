import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { recordColumns } from "./view.ts";

/** Lists records of one kind, newest first. */
export async function run({ cli, arguments: { kind }, options }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  const { pipeline, stage, assignee, open } = options;
  const filters = {
    kind,
    ...(pipeline === undefined ? {} : { pipeline_id: pipeline }),
    ...(stage === undefined ? {} : { stage }),
    ...(assignee === undefined ? {} : { assignee_id: assignee }),
    ...(open ? { completed: false } : {}),
  };
  await printPages(cli, options, recordColumns, (paging) =>
    client.call("GET /v1/crm/records", { query: { ...filters, ...paging } }),
  );
}
