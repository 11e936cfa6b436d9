import { remove } from "../../../lib/actions/remove.ts";
import { command } from "../../../lib/command/command.ts";
import { yesOption } from "../../../lib/input/agree.ts";
import { pairedChannel } from "../arguments.ts";

export const deleteStatus = command({
  path: "channels status delete",
  summary: "Take a status back",
  description:
    "Take back a status that was posted with Waypost within the last 24 hours, from all who have it.",
  output: "Nothing.",
  arguments: {
    ...pairedChannel,
    message_id: { description: "The status's id, as `waypost channels status post` printed it" },
  },
  options: yesOption,
  writes: true,
  examples: [
    {
      description: "In a script",
      command: "waypost channels status delete ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T 3EB0A1B2C3D4E5F6A7B8C9 --yes",
    },
  ],
  run: ({ cli, arguments: path, options: { yes } }) =>
    remove(cli, "DELETE /v1/channels/{id}/status/{message_id}", {
      path,
      yes,
      question: `Take status ${path.message_id} back?`,
      done: "The status is taken back.",
    }),
});
