import type { Input } from "../../lib/command.ts";
import { readSecret } from "../../lib/secret.ts";
import { readPassword } from "../../lib/session.ts";
import type { resetShape } from "./definitions.ts";

/** Sets a new password by a one-time token. */
export async function run({ cli, options }: Input<typeof resetShape>): Promise<void> {
  const client = await cli.client();
  const token = await readSecret(cli, {
    given: options.token,
    variable: "WAYPOST_RESET_TOKEN",
    question: "Token",
    absent: "no token was given",
    hint: "On the daemon's machine: waypostd users reset <email>",
  });
  const password = await readPassword(cli, "New password", "WAYPOST_NEW_PASSWORD");
  await client.call("POST /v1/auth/reset", { body: { token, password } });
  cli.output.note("Set. Log in with: waypost login --email <address>");
}
