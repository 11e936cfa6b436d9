import { openSession, readPassword } from "../../lib/actions/open-session.ts";
import type { Input } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { resolveSettings } from "../../lib/settings/settings.ts";
import type { acceptShape } from "./definitions.ts";

/** Becomes a user by an invitation, and saves the login as a profile. */
export async function run({ cli, options }: Input<typeof acceptShape>): Promise<void> {
  const settings = await resolveSettings(cli.flags, cli.environment, "create");
  const token = await readSecret(cli, {
    given: options.token,
    variable: "WAYPOST_INVITATION",
    question: "Token of the invitation",
    absent: "no token was given",
    hint: "Whoever invited you has it: waypost users invite",
  });
  const password = await readPassword(cli, "A password of your own");
  const body = { token, name: options.name, password };
  await openSession(cli, settings, { route: "POST /v1/auth/invitations/accept", body });
}
