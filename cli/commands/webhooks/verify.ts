import { command } from "../../lib/command/command.ts";
import { ExitCode } from "../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { readText } from "../../lib/input/read-file.ts";
import { readSecret } from "../../lib/input/secret.ts";
import type { Column } from "../../lib/output/column.ts";
import { type Captured, parseCaptured } from "./captured.ts";
import { signatureOf } from "./signature.ts";

type Signature = { id: string; timestamp: string; signatures: string[] };
type Verdict = { valid: boolean; webhook_id: string; event_type: string | null; sent_at: string };

/** Beyond this, receivers refuse a request for its age. */
const TOLERANCE_MS = 300_000;

const columns: Column<Verdict>[] = [
  { title: "valid", value: (verdict) => verdict.valid },
  { title: "webhook id", value: (verdict) => verdict.webhook_id },
  { title: "event", value: (verdict) => verdict.event_type },
  { title: "sent", value: (verdict) => verdict.sent_at, kind: "time" },
];

export const verifyWebhook = command({
  path: "webhooks verify",
  summary: "Check the signature of a captured webhook",
  description:
    'Check the signature of a captured webhook, whatever its age. The request is the text of an HTTP request (its headers, an empty line, its body) or JSON: {"headers":{...},"body":"..."}. Nothing is sent anywhere.',
  output: "The webhook-id, the event type, when it was sent, and `valid`.",
  arguments: {
    request: { description: "File with the captured request (default: standard input)", optional: true },
  },
  options: {
    secret: {
      value: "secret",
      description: "The endpoint's signing secret (default: WAYPOST_WEBHOOK_SECRET, else a prompt)",
    },
  },
  examples: [
    {
      description: "A request that a receiver wrote to a file",
      command: "waypost webhooks verify request.txt --secret whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    },
    {
      description: "In a script",
      command: "cat request.json | waypost webhooks verify --json",
    },
  ],
  exitCodes: [ExitCode.failed],
  async run({ cli, arguments: { request }, options }) {
    const captured = parseCaptured(await readText(request ?? "-"));
    const signature = signatureIn(captured.headers);
    const secret = await readSecret(cli, {
      given: options.secret,
      variable: "WAYPOST_WEBHOOK_SECRET",
      question: "Signing secret",
      absent: "there is no signing secret",
      hint: "Give --secret, or set WAYPOST_WEBHOOK_SECRET.",
    });
    const verdict = judge(captured, signature, secret);
    await cli.output.record(verdict, columns);
    if (!verdict.valid) throw mismatch(captured, signature, secret);
    if (Math.abs(Date.now() - Date.parse(verdict.sent_at)) > TOLERANCE_MS)
      cli.output.note("Receivers refuse it now, because it is older than five minutes.");
  },
});

function signatureIn(headers: Captured["headers"]): Signature {
  const named = (name: string) => {
    const value = headers[`webhook-${name}`] ?? headers[`svix-${name}`];
    if (value !== undefined) return value;
    throw usageFailure(`the request has no header webhook-${name}`, "Capture it with all of its headers.");
  };
  const timestamp = named("timestamp");
  if (!/^\d{1,12}$/.test(timestamp)) throw usageFailure("webhook-timestamp is not a number of seconds");
  return { id: named("id"), timestamp, signatures: named("signature").split(" ") };
}

function judge({ headers, body }: Captured, signature: Signature, secret: string): Verdict {
  return {
    valid: fits(signature, secret, body),
    webhook_id: signature.id,
    event_type: headers["webhook-event-type"] ?? null,
    sent_at: new Date(Number(signature.timestamp) * 1000).toISOString(),
  };
}

function fits({ id, timestamp, signatures }: Signature, secret: string, body: string): boolean {
  return signatures.includes(signatureOf(secret, id, timestamp, body));
}

/** Tries the most frequent mistake of a capture, so that the error can name it. */
function mismatch({ body }: Captured, signature: Signature, secret: string): Failure {
  const hint = fits(signature, secret, body.replace(/\r?\n$/, ""))
    ? "It matches without the line break at the end of the body, which the capture added."
    : "Either the secret is wrong (another endpoint's, or one from before a rotation), or the body was changed: parsing and printing JSON changes it.";
  return new Failure(ExitCode.failed, "the signature does not match", { code: "signature_mismatch", hint });
}
