import type { Me } from "../../lib/api/types/access.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

type Row = Me & { url: string; profile: string | null };

const columns: Column<Row>[] = [
  { title: "url", value: (row) => row.url },
  { title: "profile", value: (row) => row.profile, optional: true },
  { title: "organization", value: (row) => row.organization_id },
  { title: "as", value: (row) => `${row.actor.type} ${row.actor.id}` },
  { title: "email", value: (row) => row.user?.email, optional: true },
  { title: "role", value: (row) => row.user?.role, optional: true },
  { title: "permissions", value: (row) => row.permissions },
];

export const whoami = command({
  path: "whoami",
  summary: "Show who you are and what you may do",
  output: "url, profile, organisation, user or key, role and permissions.",
  examples: [{ description: "Your permissions", command: "waypost whoami --json | jq -r '.permissions[]'" }],
  async run({ cli }) {
    const { url, profile, keySource } = await cli.settings();
    const me = await (await cli.client()).call("GET /v1/auth/me", {});
    await cli.output.record({ url, profile: keySource === "profile" ? profile : null, ...me }, columns);
  },
});
