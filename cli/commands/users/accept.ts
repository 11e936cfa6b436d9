import { openSession, readPassword } from "../../lib/actions/open-session.ts";
import { command } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { resolveSettings } from "../../lib/settings/settings.ts";

export const acceptInvitation = command({
  path: "users accept",
  summary: "Accept an invitation, and log in",
  description:
    "Accept an invitation and log in. The login is saved as a profile. The token comes from --token, WAYPOST_INVITATION or a hidden prompt, the password from WAYPOST_PASSWORD or a hidden prompt.",
  output: "profile, url and email address.",
  options: {
    name: { value: "name", required: true, description: "Your name, as others see it" },
    token: {
      value: "token",
      description: "The token that `users invite` showed; - reads it from standard input",
    },
  },
  writes: true,
  examples: [
    {
      description: "It asks for token and password",
      command: "waypost users accept --name Ben --url https://waypost.example.com",
    },
  ],
  async run({ cli, options }) {
    const settings = await resolveSettings(cli.flags, cli.environment, "create", cli.project);
    const token = await readSecret(cli, {
      given: options.token,
      variable: "WAYPOST_INVITATION",
      question: "Token of the invitation",
      absent: "no token was given",
      hint: "The person who invited you has it: waypost users invite",
    });
    const password = await readPassword(cli, "A password of your own");
    const body = { token, name: options.name, password };
    await openSession(cli, settings, { route: "POST /v1/auth/invitations/accept", body });
  },
});
