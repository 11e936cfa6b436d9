import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { providerColumns } from "./columns.ts";

export const showLoginProvider = command({
  path: "login-provider show",
  summary: "Show the login provider",
  description:
    "Show the provider (OpenID Connect) that people log in with, and the two addresses that have to be entered there.",
  output: "The provider, without its secret; empty when there is none.",
  examples: [
    {
      description: "What to enter at the provider",
      command: "waypost login-provider show --json | jq -r .redirect_uri",
    },
  ],
  run: ({ cli }) => show(cli, "GET /v1/settings/login-provider", {}, providerColumns),
});
