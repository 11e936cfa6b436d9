import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { approvalDetails } from "./columns.ts";

export const refuse = command({
  path: "approvals refuse",
  summary: "Refuse what an agent asks to send",
  output: "The approval.",
  arguments: { id: { of: "approvals", description: "The approval" } },
  options: { reason: { value: "text", description: "Why; the agent can read it" } },
  writes: true,
  examples: [
    {
      description: "Say why",
      command: "waypost approvals refuse apr_01JDB2M5S8V0ZC3K7Q2M4N6P97 --reason 'We are closed that day.'",
    },
  ],
  run: ({ cli, arguments: path, options: { reason } }) =>
    change(cli, "POST /v1/approvals/{id}/refuse", { path, body: given({ reason }) }, approvalDetails),
});
