import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { messageOptions } from "../send/options.ts";
import { sendMessage } from "../send/send-message.ts";

export const replyToConversation = command({
  path: "conversations reply",
  summary: "Send a message in a conversation",
  description:
    "Send a message in a conversation: to its contact, from its channel. It has the options of `waypost send`, except for the recipient.",
  output: "The accepted message (id, status, channel, to); with --wait, the message's final record.",
  arguments: { id: { of: "conversations", description: "Conversation to answer in" } },
  options: messageOptions,
  writes: true,
  examples: [
    {
      description: "A text",
      command: "waypost conversations reply cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --text 'It is ready'",
    },
    {
      description: "A file",
      command:
        "waypost conversations reply cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --file invoice.pdf --caption 'Your invoice'",
    },
    {
      description: "A template, more than 24 hours after their last message",
      command:
        "waypost conversations reply cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --template order_ready --param 4711",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  run: ({ cli, arguments: { id }, options }) =>
    sendMessage(cli, options, async () => ({ conversation_id: id })),
});
