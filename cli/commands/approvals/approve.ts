import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { approvalDetails } from "./columns.ts";

export const approve = command({
  path: "approvals approve",
  summary: "Approve what an agent asks to send",
  description:
    "Approve what an agent asks to send: it is sent once, as it was shown. If that is not possible any more, the approval is refused, with the reason.",
  output: "The approval.",
  arguments: { id: { of: "approvals", description: "The approval" } },
  writes: true,
  examples: [{ description: "Send it", command: "waypost approvals approve apr_01JDB2M5S8V0ZC3K7Q2M4N6P97" }],
  run: ({ cli, arguments: path }) =>
    change(cli, "POST /v1/approvals/{id}/approve", { path }, approvalDetails),
});
