import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { invitationColumns } from "./columns.ts";

export const listInvitations = command({
  path: "users invitations",
  summary: "List open invitations",
  output: "One line for each invitation: id, email address, role, expiry.",
  options: pagingOptions,
  examples: [{ description: "All of them", command: "waypost users invitations" }],
  run: ({ cli, options }) => list(cli, "GET /v1/users/invitations", {}, invitationColumns, options),
});
