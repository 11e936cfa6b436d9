import { show } from "../../lib/actions/show.ts";
import { command } from "../../lib/command/command.ts";
import { approvalDetails } from "./columns.ts";

export const getApproval = command({
  path: "approvals get",
  summary: "Show one approval",
  output: "The approval, with the message as it would be sent.",
  arguments: { id: { of: "approvals", description: "The approval" } },
  examples: [
    {
      description: "What would be sent",
      command: "waypost approvals get apr_01JDB2M5S8V0ZC3K7Q2M4N6P97 --json | jq .message",
    },
  ],
  run: ({ cli, arguments: path }) => show(cli, "GET /v1/approvals/{id}", { path }, approvalDetails),
});
