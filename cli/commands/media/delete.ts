import { remove } from "../../lib/actions/remove.ts";
import { command } from "../../lib/command/command.ts";
import { yesOption } from "../../lib/input/agree.ts";

export const deleteMedia = command({
  path: "media delete",
  summary: "Delete a file",
  description: "Delete a file. The messages that it was sent with, or came with, stay.",
  output: "Nothing.",
  arguments: { id: { of: "media", description: "File to delete" } },
  options: yesOption,
  writes: true,
  examples: [
    { description: "In a script", command: "waypost media delete med_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes" },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/media/{id}", {
      path,
      yes,
      question: `Delete ${path.id}?`,
      done: `Deleted ${path.id}.`,
    }),
});
