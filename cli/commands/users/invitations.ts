import { list } from "../../lib/actions/list.ts";
import { pagingOptions } from "../../lib/actions/paging.ts";
import { command } from "../../lib/command/command.ts";
import { invitationColumns } from "./columns.ts";

export const listInvitations = command({
  path: "users invitations",
  summary: "List the invitations that nobody has accepted yet",
  output: "One line an invitation: id, e-mail address, role, end.",
  options: pagingOptions,
  examples: [{ description: "Those still open", command: "waypost users invitations" }],
  run: ({ cli, options }) => list(cli, "GET /v1/users/invitations", {}, invitationColumns, options),
});
