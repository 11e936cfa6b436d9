import type { Input } from "../../lib/command.ts";
import { readPassword } from "../../lib/session.ts";
import type { changeShape } from "./definitions.ts";

/** Changes the password of the user who is logged in. */
export async function run({ cli }: Input<typeof changeShape>): Promise<void> {
  const client = await cli.client();
  const current_password = await readPassword(cli, "Present password");
  const password = await readPassword(cli, "New password", "WAYPOST_NEW_PASSWORD");
  await client.call("POST /v1/auth/password", { body: { current_password, password } });
  cli.output.note("Changed.");
}
