import { change } from "../../../lib/actions/change.ts";
import { command } from "../../../lib/command/command.ts";
import { pairedChannel } from "../arguments.ts";
import { labelColumns } from "./columns.ts";

export const createLabel = command({
  path: "channels labels create",
  summary: "Create a label in a number's WhatsApp Business app",
  description:
    "Create a label in the WhatsApp Business app of a paired number, which has 20 at most. Conversations carry it when they are tagged with its name.",
  output: "The label's id and name.",
  arguments: { ...pairedChannel, name: { description: "What it is called, 64 characters at most" } },
  writes: true,
  examples: [
    {
      description: "Use it on a conversation afterwards",
      command: "waypost channels labels create ch_01J8Z3W6YB2Q4V5N7M8P9R0S1T 'Waits for a quote'",
    },
  ],
  run: ({ cli, arguments: { id, name } }) =>
    change(cli, "POST /v1/channels/{id}/labels", { path: { id }, body: { name } }, labelColumns),
});
