import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { messageOptions } from "../send/options.ts";
import { sendMessage } from "../send/send-message.ts";
import { quickReplyMessage } from "./quick-reply.ts";

export const replyToConversation = command({
  path: "conversations reply",
  summary: "Send a message in a conversation",
  description:
    "Send a message in a conversation: to its contact, from its channel. It has the options of `waypost send`, except for the recipient.",
  output: "The accepted message (id, status, channel, to); with --wait, the message's final record.",
  arguments: { id: { of: "conversations", description: "Conversation to answer in" } },
  options: {
    ...messageOptions,
    shortcut: {
      value: "shortcut",
      description: "Quick reply to send, by its shortcut, with the contact's fields and its file",
    },
  },
  writes: true,
  examples: [
    {
      description: "A text",
      command: "waypost conversations reply cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --text 'It is ready'",
    },
    {
      description: "An answer that is kept",
      command: "waypost conversations reply cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --shortcut hours",
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
  async run({ cli, arguments: { id }, options: { shortcut, ...options } }) {
    if (shortcut !== undefined && options.text !== undefined)
      throw usageFailure("--shortcut and --text contradict each other", "Give one of them.");
    const kept = shortcut === undefined ? null : await quickReplyMessage(cli, id, shortcut);
    const named = kept === null ? {} : { type: kept.type, content: JSON.stringify(kept.content) };
    await sendMessage(cli, { ...options, ...named }, async () => ({ conversation_id: id }));
  },
});
