import { EncodingImpossible } from "../../encoders.ts";
import type { MessageError } from "../../message-error.ts";
import type { SendOutcome } from "../../provider.ts";
import { NothingSaid } from "../connection/questions/number-lookup.ts";
import { ConnectionOverError } from "../library/inside/late-rejections.ts";
import { FileRefused, RecordsUnavailable } from "./records.ts";
import { TooLate } from "./too-late.ts";

/**
 * What WhatsApp's refusals and Baileys' errors mean to us.
 * Source: Baileys, `Utils/decode-wa-message` (NACK_REASONS, SERVER_ERROR_CODES)
 * and `Socket/messages-recv` (handleBadAck).
 */

/** WhatsApp doesn't let this number begin chats for a while: sending again makes it worse. */
export const REACHOUT_RESTRICTED = "463";
/** The stanza was wrong for WhatsApp: mostly an old session with the recipient's devices. */
export const STANZA_REJECTED = "479";

/** How long to wait before trying a connection again that is not there, in milliseconds. */
const RECONNECT_MS = 1000;
/** How long a message waits after the first, second … attempt whose connection ended, and after any later one. */
const AFTER_LOST_MS = [5000, 15_000];
const LONGEST_AFTER_LOST_MS = 60_000;

/** The result of a message whose `ack` carries an error. */
export function refusedBy(code: string): Extract<SendOutcome, { kind: "failed" | "retry" }> {
  switch (code) {
    case REACHOUT_RESTRICTED:
      return {
        kind: "failed",
        error: messageError({
          code: "reachout_restricted",
          title: "New chats restricted",
          detail: "WhatsApp does not let this number write to this person now (463)",
          provider_code: code,
        }),
      };
    case STANZA_REJECTED:
      return {
        kind: "failed",
        error: messageError({
          code: "stanza_rejected",
          title: "Rejected by WhatsApp",
          detail: "WhatsApp rejected the message's form twice (479)",
          provider_code: code,
        }),
      };
    case "429":
      return {
        kind: "retry",
        scope: "channel",
        error: messageError({
          code: "rate_limited",
          title: "Sending too fast",
          detail: "WhatsApp asks this number to send slower (429)",
          provider_code: code,
          retryable: true,
        }),
      };
    default:
      return {
        kind: "failed",
        error: messageError({
          code: "provider_rejected",
          title: "Refused by WhatsApp",
          detail: `WhatsApp refused the message with error ${code}`,
          provider_code: code,
        }),
      };
  }
}

/** The session is not connected: the message waits, without an end. */
export function notConnected(): SendOutcome {
  return {
    kind: "retry",
    scope: "message",
    afterMs: RECONNECT_MS,
    error: messageError({
      code: "channel_disconnected",
      title: "Not connected",
      detail: "the paired number is not connected to WhatsApp",
      retryable: true,
    }),
  };
}

/** Nothing goes out before it is written down: the message waits, without an end. */
function notWrittenDown(detail: string): SendOutcome {
  return {
    kind: "retry",
    scope: "message",
    afterMs: RECONNECT_MS,
    error: messageError({ code: "not_written_down", title: "Not stored", detail, retryable: true }),
  };
}

/** Nothing came in time: the same message is sent again under the same id. */
export function noResponse(): Extract<SendOutcome, { kind: "retry" }> {
  return unanswered("WhatsApp did not say in time whether it has the message");
}

/**
 * The same of a message whose connection ended. Connections end for reasons of their own: it waits no longer than its
 * last of these, however often that happened.
 */
export function connectionLost(attempt: number): Extract<SendOutcome, { kind: "retry" }> {
  const outcome = unanswered("the connection ended before WhatsApp said whether it has the message");
  const afterMs = AFTER_LOST_MS[attempt - 1] ?? LONGEST_AFTER_LOST_MS;
  return { ...outcome, afterMs };
}

function unanswered(detail: string): Extract<SendOutcome, { kind: "retry" }> {
  const title = "No response from WhatsApp";
  const error = messageError({ code: "outcome_unknown", title, detail, retryable: true });
  return { kind: "retry", scope: "platform", error };
}

/** WhatsApp left a question unanswered that comes before the call: nothing went out. */
function notSaid(detail: string): SendOutcome {
  const title = "No response from WhatsApp";
  return {
    kind: "retry",
    scope: "platform",
    error: messageError({ code: "whatsapp_timed_out", title, detail, retryable: true }),
  };
}

/** A permanent failure. */
export function failedWith(code: string, title: string, detail: string): SendOutcome {
  return { kind: "failed", error: messageError({ code, title, detail }) };
}

/** The number does not belong to the group that it writes to. */
class NotInGroup extends Error {}

/** WhatsApp refuses to say who is in a group to those who are not in it (403), and knows no other (404). */
export function groupRefusal(cause: unknown): unknown {
  const code: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "data") : null;
  return code === 403 || code === 404 ? new NotInGroup("not in the group", { cause }) : cause;
}

/** The outcome of a message that could not be made or sent. */
export function failureOf(cause: unknown): SendOutcome {
  if (cause instanceof EncodingImpossible) return failedWith(cause.code, "Can't be shown", cause.message);
  if (cause instanceof TooLate)
    return failedWith(
      "edit_too_late",
      "Too late",
      "WhatsApp shows edits within 15 minutes after the message",
    );
  if (cause instanceof FileRefused) {
    return cause.error.retryable
      ? { kind: "retry", scope: "message", error: cause.error }
      : { kind: "failed", error: cause.error };
  }
  if (cause instanceof NotInGroup)
    return failedWith(
      "not_in_group",
      "Not in the group",
      "the number is not in this group, or there is none",
    );
  if (cause instanceof NothingSaid) return notSaid(cause.message);
  if (cause instanceof RecordsUnavailable) return notWrittenDown(cause.message);
  const detail = cause instanceof Error ? cause.message : String(cause);
  const status = statusOf(cause);
  if (status === 428 || status === 401 || cause instanceof ConnectionOverError) return notConnected();
  const code = detail.includes("Media upload failed")
    ? "media_upload_failed"
    : detail.includes("encryptions failed")
      ? "encryption_failed"
      : "send_failed";
  const error = messageError({ code, title: "Not sent", detail, retryable: true });
  return { kind: "retry", scope: "message", error };
}

/** The status code of one of Baileys' errors (Boom). */
function statusOf(cause: unknown): number | null {
  const output: unknown = typeof cause === "object" && cause !== null ? Reflect.get(cause, "output") : null;
  const status: unknown =
    typeof output === "object" && output !== null ? Reflect.get(output, "statusCode") : null;
  return typeof status === "number" ? status : null;
}

function messageError(
  error: Pick<MessageError, "code" | "title" | "detail"> & Partial<MessageError>,
): MessageError {
  return { provider_code: null, retryable: false, ...error };
}
