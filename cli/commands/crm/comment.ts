import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { recordArgument } from "./arguments.ts";
import { commentColumns } from "./columns.ts";

export const commentOnRecord = command({
  path: "crm comment",
  summary: "Comment on a record",
  output: "The comment.",
  arguments: { ...recordArgument, text: { description: "Text of the comment" } },
  writes: true,
  examples: [
    {
      description: "Add one",
      command: "waypost crm comment rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X 'Wants a visit in spring.'",
    },
  ],
  run: ({ cli, arguments: { id, text } }) =>
    change(cli, "POST /v1/crm/records/{id}/comments", { path: { id }, body: { body: text } }, commentColumns),
});
