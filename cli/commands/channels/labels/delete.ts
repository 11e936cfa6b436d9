import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";
import { pairedChannel } from "../arguments.ts";

export const deleteLabel = command({
  path: "channels labels delete",
  summary: "Delete a label of a number's WhatsApp Business app",
  description: "Delete a label, on the phone as well: the number's conversations lose the tag of its name.",
  output: "Nothing.",
  arguments: {
    ...pairedChannel,
    label: { description: "The label's id; see waypost channels labels list" },
  },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "In a script",
      command: "waypost channels labels delete ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T 6 --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/channels/{id}/labels/{label}", {
      path,
      yes,
      question: `Delete label ${path.label}, here and on the phone?`,
      done: "The label is deleted.",
    }),
});
