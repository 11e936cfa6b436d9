import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteChannel = command({
  path: "channels delete",
  summary: "Delete a channel",
  description:
    "Delete a channel: messages that wait are cancelled, a paired number is logged out. Its messages stay readable.",
  output: "Nothing.",
  arguments: { id: { of: "channels", description: "Channel to delete" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "In a script", command: "waypost channels delete ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/channels/{id}", {
      path,
      yes,
      question: `Delete ${path.id}? What waits to be sent is cancelled.`,
      done: `Deleted ${path.id}.`,
    }),
});
