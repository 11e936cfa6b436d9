import { readPassword } from "../../lib/actions/open-session.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import type { resetShape } from "./definitions.ts";

/** Sets a new password by a one-time token. */
export async function run({ cli, options }: Input<typeof resetShape>): Promise<void> {
  const token = await readSecret(cli, {
    given: options.token,
    variable: "WAYPOST_RESET_TOKEN",
    question: "Token",
    absent: "no token was given",
    hint: "On the daemon's machine: waypostd users reset <email>",
  });
  const password = await readPassword(cli, "New password", "WAYPOST_NEW_PASSWORD");
  const done = await submit(cli, "POST /v1/auth/reset", { body: { token, password } });
  if (done !== undefined) cli.output.note("Set. Log in with: waypost login --email <address>");
}
