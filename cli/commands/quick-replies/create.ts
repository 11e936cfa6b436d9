import { change } from "../../lib/actions/change.ts";
import { command } from "../../lib/command/command.ts";
import { quickReplyColumns } from "./columns.ts";
import { membersOf, quickReplyOptions } from "./options.ts";

export const createQuickReply = command({
  path: "quick-replies create",
  summary: "Keep an answer, to send it by its shortcut",
  description:
    "Keep an answer, to send it by its shortcut. {{first_name}} and the contact's other fields (name, email, phone_number, external_id, custom.<key>) are put in when it is used; {{first_name|there}} has words for those who lack the field.",
  output: "The new quick reply.",
  arguments: {
    shortcut: { description: "The word to find it by" },
    body: { description: "The text" },
  },
  options: quickReplyOptions,
  writes: true,
  examples: [
    {
      description: "With the person's name",
      command:
        "waypost quick-replies create hours 'Hello {{first_name|there}}, we are open every day from 9 to 22.' --title 'When we are open'",
    },
  ],
  run: ({ cli, arguments: { shortcut, body }, options }) =>
    change(
      cli,
      "POST /v1/quick_replies",
      { body: { shortcut, body, ...membersOf(options) } },
      quickReplyColumns,
    ),
});
