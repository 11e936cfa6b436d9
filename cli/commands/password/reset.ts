import { readPassword } from "../../lib/actions/open-session.ts";
import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";
import { readSecret } from "../../lib/input/secret.ts";
import { given } from "../../lib/values/given.ts";
import { keepKeysOption } from "../users/options.ts";

export const resetPassword = command({
  path: "password reset",
  summary: "Reset a forgotten password with a one-time token",
  description:
    "Set a new password with the token that `waypostd users reset` printed. The token comes from --token, WAYPOST_RESET_TOKEN or a hidden prompt, the password from WAYPOST_NEW_PASSWORD or a hidden prompt. All logins of the user end, and what others may have created with one: API keys and those created with them, open invitations, approved terminals and endpoints, unless you give --keep-keys.",
  output: "Nothing.",
  options: {
    token: {
      value: "token",
      description: "The token that `waypostd users reset` printed; - reads it from standard input",
    },
    "keep-keys": keepKeysOption,
  },
  writes: true,
  examples: [
    { description: "It asks for both", command: "waypost password reset --url https://waypost.example.com" },
  ],
  async run({ cli, options }) {
    const token = await readSecret(cli, {
      given: options.token,
      variable: "WAYPOST_RESET_TOKEN",
      question: "Token",
      absent: "no token was given",
      hint: "On the daemon's machine: waypostd users reset <email>",
    });
    const password = await readPassword(cli, "New password", "WAYPOST_NEW_PASSWORD");
    const done = await submit(cli, "POST /v1/auth/reset", {
      body: { token, password, ...given({ keep_keys: options["keep-keys"] || undefined }) },
    });
    if (done !== undefined) cli.output.note("Password set. Log in with: waypost login --email <address>");
  },
});
