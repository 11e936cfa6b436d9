import { submitOnce } from "../../lib/actions/submit.ts";
import type { Approval } from "../../lib/api/types/approvals.ts";
import type { AcceptedMessage, Message, NewMessage } from "../../lib/api/types/messages.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import type { Column } from "../../lib/output/column.ts";
import { waitSaying } from "../../lib/terminal/interrupt.ts";
import { fromNow, parseDuration, parseTime } from "../../lib/values/duration.ts";
import { given } from "../../lib/values/given.ts";
import { parsePair } from "../../lib/values/pairs.ts";
import { approvalDetails } from "../approvals/columns.ts";
import { messageDetails } from "../messages/columns.ts";
import { messageBody, withReply } from "./content.ts";
import { withUpload } from "./file-message.ts";
import { journeyOf } from "./journey.ts";
import type { MessageOptions } from "./options.ts";
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

/** Whom a message goes to, and on which channel. */
export type Recipient = Pick<
  NewMessage,
  "to" | "username_pin" | "recipient" | "contact_id" | "conversation_id" | "channel_id"
>;

/** Sends what the options describe and prints the result, after waiting with `--wait`. */
export async function sendMessage(
  cli: Cli,
  options: MessageOptions,
  recipient: () => Promise<Recipient>,
): Promise<void> {
  const body = await newMessage(cli, options, recipient);
  const key = options["idempotency-key"];
  const accepted = await submitOnce(cli, "POST /v1/messages", { body }, key);
  if (accepted === undefined) return;
  cli.noteSandbox();
  if (accepted.status === "waiting") return await showWaiting(cli, accepted.approval, options.wait);
  if (options.wait === undefined) return cli.output.record(accepted, acceptedColumns);
  const progress = await openProgress(cli, {
    to: accepted.to ?? accepted.recipient ?? "",
    target: options.wait,
  });
  const timeoutMs = cli.timeoutMs ?? WAIT_MS;
  const client = await cli.client();
  const waited = await waitSaying(
    () =>
      cli.output.note(`${accepted.id} is sent all the same. Look again: waypost messages get ${accepted.id}`),
    waitFor(client, accepted, options.wait, timeoutMs, progress.show),
  ).finally(progress.close);
  await showOutcome(cli, waited.message);
  const reason = outcomeOf(waited, options.wait, timeoutMs);
  if (reason !== null) throw reason;
}

/** What an agent's key sends may wait for a person: that can take a day, so it is not waited for. */
async function showWaiting(cli: Cli, approval: Approval, wait: string | undefined): Promise<void> {
  await cli.output.record(approval, approvalDetails);
  const look = `Look again: waypost approvals get ${approval.id}`;
  if (wait === undefined) return cli.output.note(`It waits until a person approves it. ${look}`);
  const failure = { code: "waiting_for_approval", hint: look };
  throw new Failure(ExitCode.timeout, "the message waits until a person approves it", failure);
}

/** A person gets a line; programs and `--fields` get the whole record. */
async function showOutcome({ output, flags }: Cli, message: Message): Promise<void> {
  if (output.format !== "terminal" || flags.fields !== undefined)
    return output.record(message, messageDetails);
  await output.line(message, journeyOf(message, output.dataStyle));
}

/** Errors in the command line are reported before any request. */
async function newMessage(
  cli: Cli,
  options: MessageOptions,
  recipient: () => Promise<Recipient>,
): Promise<NewMessage> {
  const draft = await messageBody(options);
  const metadata = Object.fromEntries(options.metadata.map((text) => parsePair("metadata", text)));
  const end = endOf(options);
  const named = await recipient();
  const body = "source" in draft ? await withUpload(cli, draft) : draft;
  return {
    ...named,
    ...withReply(body, options["reply-to"]),
    ...(options.metadata.length === 0 ? {} : { metadata }),
    ...given({
      scheduled_at: fromNow(options.at),
      priority: options.priority,
      messaging_account_id: options.account,
    }),
    ...end,
  };
}

function endOf({ ttl, expires: end }: MessageOptions): Partial<NewMessage> {
  if (ttl !== undefined && end !== undefined) throw usageFailure("give one of --ttl and --expires");
  if (end !== undefined) return { expires_at: parseTime(end, 1) };
  return ttl === undefined ? {} : { ttl_seconds: Math.ceil(parseDuration(ttl) / 1_000) };
}
