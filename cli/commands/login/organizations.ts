import type { RowOf } from "../../../daemon/start/types/routes.ts";
import { readPassword } from "../../lib/actions/open-session.ts";
import { createClient } from "../../lib/api/client.ts";
import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import type { Column } from "../../lib/output/column.ts";
import { withoutKey } from "../../lib/settings/settings.ts";

const columns: Column<RowOf<"POST /v1/auth/organizations">>[] = [
  { title: "id", value: (one) => one.organization_id },
  { title: "name", value: (one) => one.name, cut: true },
  { title: "role", value: (one) => one.role },
];

export const organizations = command({
  path: "organizations",
  summary: "List the organisations of a user",
  description:
    "List the organisations in which an address is a user with this password, which comes from WAYPOST_PASSWORD, a hidden prompt or standard input. To enter another one: waypost login --email <address> --organization <id>",
  output: "One line for each: id, name, role.",
  options: { email: { value: "address", description: "The user's address", required: true } },
  examples: [
    { description: "It asks for the password", command: "waypost organizations --email ada@example.com" },
  ],
  exitCodes: [ExitCode.refused, ExitCode.unreachable],
  async run({ cli, options: { email } }) {
    const settings = withoutKey(await cli.settings());
    const password = await readPassword(cli, `Password of ${email} at ${settings.url}`);
    const client = createClient({ settings, spinner: cli.spinner });
    const found = await client.call("POST /v1/auth/organizations", { body: { email, password } });
    if (cli.output.format === "json") await cli.output.jsonRows(found, columns);
    else await cli.output.rows(found.data, columns);
  },
});
