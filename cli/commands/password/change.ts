import { readPassword } from "../../lib/actions/open-session.ts";
import { submit } from "../../lib/actions/submit.ts";
import { command } from "../../lib/command/command.ts";

export const changePassword = command({
  path: "password change",
  summary: "Change your password",
  description:
    "Change the password of the user who is logged in. The current one comes from WAYPOST_PASSWORD, the new one from WAYPOST_NEW_PASSWORD, or both from hidden prompts. Your other logins end.",
  output: "Nothing.",
  writes: true,
  examples: [{ description: "It asks for both", command: "waypost password change" }],
  async run({ cli }) {
    const current_password = await readPassword(cli, "Present password");
    const password = await readPassword(cli, "New password", "WAYPOST_NEW_PASSWORD");
    const done = await submit(cli, "POST /v1/auth/password", { body: { current_password, password } });
    if (done !== undefined) cli.output.note("Changed.");
  },
});
