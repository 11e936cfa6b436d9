import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { given } from "../../lib/values/given.ts";
import { findChannel } from "./channel.ts";
import { type SendOptions, sendOptions } from "./options.ts";
import { namedBy } from "./recipient.ts";
import { type Recipient, sendMessage } from "./send-message.ts";
import { CONTENT_EXAMPLES } from "./type-examples.ts";

export const send = command({
  path: "send",
  summary: "Send a message",
  description:
    "Send a message. With --wait, follow it until it is sent, delivered or read, for at most --timeout (default 60s).",
  output: "The accepted message (id, status, channel, to); with --wait, the message's final record.",
  options: sendOptions,
  writes: true,
  examples: [
    { description: "A text", command: "waypost send --to 4915112345678 --text 'Your table is ready'" },
    {
      description: "A template, waiting for delivery, in a pipeline",
      command:
        "waypost send --to 4915112345678 --template order_ready --lang en_US --param 4711 --wait delivered --timeout 2m",
    },
    {
      description: "Named template variables",
      command: "waypost send --to 4915112345678 --template hello --param first_name=Ada",
    },
    {
      description: "A file of this machine",
      command: "waypost send --to 4915112345678 --file menu.pdf --caption Menu",
    },
    {
      description: "A recording, as a voice message",
      command: "waypost send --to 4915112345678 --file answer.mp3 --as voice",
    },
    {
      description: "An image of an address",
      command: "waypost send --to 4915112345678 --image https://example.com/menu.jpg --caption Menu",
    },
    {
      description: "An answer in a conversation, from its channel",
      command: "waypost send --conversation cv_01J8Z3W6YB2Q4V5N7M8P9R0S1T --text 'It is ready'",
    },
    {
      description: "To a contact, or to somebody without a number",
      command: "waypost send --to US.13491208655302741918 --text 'It is ready'",
    },
    {
      description: "Send the output of a program",
      command: "uptime | waypost send --to 4915112345678 --text -",
    },
    {
      description: "Show the request, and send nothing",
      command: "waypost send --to 4915112345678 --text Hello --dry-run",
    },
    {
      description: "A reply to a message, in two hours",
      command: "waypost send --to 4915112345678 --text 'It is ready' --reply-to wamid.HBgL --at 2h",
    },
    {
      description: "A code that expires after ten minutes",
      command: "waypost send --to 4915112345678 --template login_code --param 481902 --ttl 10m",
    },
    {
      description: "Any other type; without --content, you see an example of it",
      command: `waypost send --to 4915112345678 --type poll --content '${CONTENT_EXAMPLES.poll}'`,
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    await sendMessage(cli, options, () => recipientOf(cli, options));
  },
});

async function recipientOf(cli: Cli, { to, conversation, channel, ...pin }: SendOptions): Promise<Recipient> {
  if (to === undefined && conversation === undefined)
    throw usageFailure("say who should get it", "Give --to with a number, or --conversation with an id.");
  const named = to === undefined ? {} : namedBy(to);
  if (conversation !== undefined && named.conversation_id !== undefined)
    throw usageFailure("give one of --to and --conversation when both are conversations");
  const inConversation = conversation ?? named.conversation_id;
  const isKnown = channel !== undefined || inConversation !== undefined;
  return given({
    ...named,
    username_pin: pin["username-pin"],
    conversation_id: inConversation,
    channel_id: isKnown ? channel : await findChannel(cli),
  });
}
