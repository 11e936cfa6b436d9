import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";
import { officialChannel } from "./columns.ts";

export const deleteUsername = command({
  path: "channels username delete",
  summary: "Give an official number's user name back",
  description: "Give an official number's user name back: somebody else may claim it then.",
  output: "Nothing.",
  arguments: officialChannel,
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "In a script",
      command: "waypost channels username delete ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/channels/{id}/username", {
      path,
      yes,
      question: `Give the user name of ${path.id} back? Somebody else may claim it then.`,
      done: `${path.id} has no user name now.`,
    }),
});
