import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteLoginProvider = command({
  path: "login-provider delete",
  summary: "Remove the login provider",
  description:
    "Remove the login provider: people log in with passwords again. Who has none gets one by `waypostd users reset`. Open logins go on.",
  output: "Nothing.",
  options: yesOption,
  writes: true,
  examples: [{ description: "Passwords only, again", command: "waypost login-provider delete --yes" }],
  run: ({ cli, options: { yes } }) =>
    remove(cli, "DELETE /v1/settings/login-provider", {
      yes,
      question: "Remove the login provider? People without a password can't log in then.",
    }),
});
