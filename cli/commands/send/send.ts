import { submit } from "../../lib/actions/submit.ts";
import type { AcceptedMessage, NewMessage } from "../../lib/api/types/messages.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/table.ts";
import { fromNow, parseDuration, parseTime } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { parsePair } from "../../lib/values/pairs.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { messageDetails } from "../messages/columns.ts";
import { findChannel } from "./channel.ts";
import { messageBody } from "./content.ts";
import { type SendOptions, sendOptions } from "./options.ts";
import { outcomeOf } from "./outcome.ts";
import { openProgress } from "./progress.ts";
import { typeExamples } from "./type-examples.ts";
import { waitFor } from "./wait.ts";

const WAIT_MS = 60_000;

const acceptedColumns: Column<AcceptedMessage>[] = [
  { title: "id", value: (message) => message.id },
  { title: "status", value: (message) => message.status, kind: "status" },
  { title: "channel", value: (message) => message.channel_id },
  { title: "to", value: (message) => message.to },
  { title: "created", value: (message) => message.created_at, kind: "time" },
  { title: "expires", value: (message) => message.expires_at, kind: "time", optional: true },
];

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
      description: "An image",
      command: "waypost send --to 4915112345678 --image https://example.com/menu.jpg --caption Menu",
    },
    { description: "What a program prints", command: "uptime | waypost send --to 4915112345678 --text -" },
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
    ...typeExamples,
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, options }) {
    const body = await newMessage(cli, options);
    const accepted = await post(cli, options, body);
    if (accepted === undefined) return;
    if (options.wait === undefined) return cli.output.record(accepted, acceptedColumns);
    const progress = await openProgress(cli, { to: accepted.to, target: options.wait });
    const timeoutMs = cli.timeoutMs ?? WAIT_MS;
    const waited = await waitFor(
      await cli.client(),
      accepted,
      options.wait,
      timeoutMs,
      progress.show,
    ).finally(progress.close);
    await cli.output.record(waited.message, messageDetails);
    const reason = outcomeOf(waited, options.wait, timeoutMs);
    if (reason !== null) throw reason;
  },
});

async function newMessage(cli: Cli, options: SendOptions): Promise<NewMessage> {
  const to = normalizeRecipient(options.to);
  const { type, content } = await messageBody(options);
  const metadata = Object.fromEntries(options.metadata.map((text) => parsePair("metadata", text)));
  const channel_id = options.channel ?? (await findChannel(cli));
  return {
    ...{ channel_id, to, type, content },
    ...(options.metadata.length === 0 ? {} : { metadata }),
    ...given({ scheduled_at: fromNow(options.at) }),
    ...endOf(options),
  };
}

function endOf({ ttl, "expires-at": end }: SendOptions): Partial<NewMessage> {
  if (ttl !== undefined && end !== undefined) throw usageFailure("give one of --ttl and --expires-at");
  if (end !== undefined) return { expires_at: parseTime(end, 1) };
  return ttl === undefined ? {} : { ttl_seconds: Math.ceil(parseDuration(ttl) / 1_000) };
}

/** When no response came, the message may have been accepted all the same: the key makes repeating safe. */
async function post(cli: Cli, options: SendOptions, body: NewMessage): Promise<AcceptedMessage | undefined> {
  const idempotencyKey = options["idempotency-key"] ?? crypto.randomUUID();
  try {
    return await submit(cli, "POST /v1/messages", { body }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== ExitCode.unreachable) throw error;
    const hint = `${error.details.hint ?? ""}\nTo repeat it without sending twice: --idempotency-key ${idempotencyKey}`;
    throw new Failure(error.exitCode, error.message, { ...error.details, hint });
  }
}
