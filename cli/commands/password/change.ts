import { readPassword } from "../../lib/actions/open-session.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import type { changeShape } from "./definitions.ts";

/** Changes the password of the user who is logged in. */
export async function run({ cli }: Input<typeof changeShape>): Promise<void> {
  const current_password = await readPassword(cli, "Present password");
  const password = await readPassword(cli, "New password", "WAYPOST_NEW_PASSWORD");
  const done = await submit(cli, "POST /v1/auth/password", { body: { current_password, password } });
  if (done !== undefined) cli.output.note("Changed.");
}
