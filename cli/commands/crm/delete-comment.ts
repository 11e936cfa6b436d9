import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";
import { recordArgument } from "./arguments.ts";

export const deleteComment = command({
  path: "crm delete-comment",
  summary: "Delete a comment",
  output: "Nothing.",
  arguments: { ...recordArgument, comment: { description: "Comment to delete" } },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "Delete one",
      command:
        "waypost crm delete-comment rec_01JDB2M5S8V0ZC3K7Q2M4N6P8X cmt_01JDB2M5S8V0ZC3K7Q2M4N6P8Z --yes",
    },
  ],
  async run({ cli, arguments: { id, comment }, options: { yes } }) {
    const path = { id, comment_id: comment };
    const question = `Delete ${comment}?`;
    await remove(cli, "DELETE /v1/crm/records/{id}/comments/{comment_id}", { path, yes, question });
  },
});
