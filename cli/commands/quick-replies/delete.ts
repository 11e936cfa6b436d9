import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteQuickReply = command({
  path: "quick-replies delete",
  summary: "Delete a quick reply",
  output: "Nothing.",
  arguments: { id: { of: "quickReplies", description: "The quick reply" } },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "Delete one",
      command: "waypost quick-replies delete qr_01JDB2M5S8V0ZC3K7Q2M4N6P93 --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/quick_replies/{id}", { path, yes, question: `Delete ${path.id}?` }),
});
