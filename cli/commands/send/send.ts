import { submit } from "../../lib/actions/submit.ts";
import type { AcceptedMessage, NewMessage } from "../../lib/api/types/api.ts";
import type { Input } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/table.ts";
import { parseDuration, parseTime } from "../../lib/values/duration.ts";
import { parsePair } from "../../lib/values/pairs.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { messageDetails } from "../messages/view.ts";
import { findChannel } from "./channel.ts";
import { messageBody } from "./content.ts";
import type { sendShape } from "./definitions.ts";
import { outcomeOf } from "./outcome.ts";
import { openProgress } from "./progress.ts";
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

/** Sends a message and, with --wait, follows it. */
export async function run(input: Input<typeof sendShape>): Promise<void> {
  const { cli, options } = input;
  const body = await newMessage(input);
  const accepted = await post(input, body);
  if (accepted === undefined) return;
  if (options.wait === undefined) return cli.output.record(accepted, acceptedColumns);
  const progress = await openProgress(cli, { to: accepted.to, target: options.wait });
  const timeoutMs = cli.timeoutMs ?? WAIT_MS;
  const waited = await waitFor(await cli.client(), accepted, options.wait, timeoutMs, progress.show).finally(
    progress.close,
  );
  await cli.output.record(waited.message, messageDetails);
  const reason = outcomeOf(waited, options.wait, timeoutMs);
  if (reason !== null) throw reason;
}

async function newMessage({ cli, options }: Input<typeof sendShape>): Promise<NewMessage> {
  const to = normalizeRecipient(options.to);
  const { type, content } = await messageBody(options);
  const metadata = Object.fromEntries(options.metadata.map((text) => parsePair("metadata", text)));
  const channel_id = options.channel ?? (await findChannel(cli));
  return {
    ...{ channel_id, to, type, content },
    ...(options.metadata.length === 0 ? {} : { metadata }),
    ...(options.at === undefined ? {} : { scheduled_at: parseTime(options.at, 1) }),
    ...endOf(options),
  };
}

function endOf({ ttl, "expires-at": end }: Input<typeof sendShape>["options"]): Partial<NewMessage> {
  if (ttl !== undefined && end !== undefined) throw usageFailure("give one of --ttl and --expires-at");
  if (end !== undefined) return { expires_at: parseTime(end, 1) };
  return ttl === undefined ? {} : { ttl_seconds: Math.ceil(parseDuration(ttl) / 1_000) };
}

/** When no answer came, the message may have been accepted all the same: the key makes repeating safe. */
async function post(
  { cli, options }: Input<typeof sendShape>,
  body: NewMessage,
): Promise<AcceptedMessage | undefined> {
  const idempotencyKey = options["idempotency-key"] ?? crypto.randomUUID();
  try {
    return await submit(cli, "POST /v1/messages", { body }, { idempotencyKey });
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== ExitCode.unreachable) throw error;
    const hint = `${error.details.hint ?? ""}\nTo repeat it without sending twice: --idempotency-key ${idempotencyKey}`;
    throw new Failure(error.exitCode, error.message, { ...error.details, hint });
  }
}
