import type { DueSend, SendResult } from "../../db/sends.ts";
import type { MessageError, Provider, ProviderChannel, SendOutcome } from "../providers/provider.ts";
import { retryWait } from "./retry.ts";
import { findMessageType } from "./types/registry.ts";

/** How one attempt ended: what is written of it, and what it says about the whole channel. */
export type SendEnd = {
  result: SendResult;
  /** Why the channel can't send for now; null when it can. */
  stopped: MessageError | null;
  /** How long the channel should slow down, in milliseconds; 0 when it need not. */
  slowMilliseconds: number;
};

/** Messages that a channel's trouble holds up are kept this long before they fail. */
const KEPT_MILLISECONDS = 24 * 3600_000;
/** A held-up message is due again at once: the lane itself rests. */
const AT_ONCE = 0;

/** Makes one attempt to send a message. Never throws. */
export async function sendOnce(
  provider: Provider,
  channel: ProviderChannel,
  row: DueSend,
  signal: AbortSignal,
): Promise<SendEnd> {
  const type = findMessageType(row.type);
  if (type === null || type.official === null)
    return ended(row, { kind: "failed", error: unsendable(row.type) }, false);
  const body = type.official(JSON.parse(row.content));
  const message = { id: row.item_id, to: row.address, body, addressed: type.addressed };
  const outcome = await provider.send(channel, message, signal);
  // An operation may be repeated freely, and no status will ever tell what became of it.
  if (outcome.kind === "unknown" && !type.addressed) {
    return ended(row, { kind: "retry", scope: "message", error: outcome.error }, true);
  }
  return ended(row, outcome, !type.addressed);
}

function ended(row: DueSend, outcome: SendOutcome, silent: boolean): SendEnd {
  const result = (part: Partial<SendResult> & Pick<SendResult, "outcome">): SendResult => ({
    message_id: row.item_id,
    attempt: row.attempt,
    provider_message_id: null,
    error: null,
    retry_at: null,
    silent,
    ...part,
  });
  const failed = (error: MessageError) =>
    result({ outcome: "failed", error: JSON.stringify({ ...error, retryable: false }) });
  const fine = { stopped: null, slowMilliseconds: 0 };
  switch (outcome.kind) {
    case "sent":
      return { ...fine, result: result({ outcome: "sent", provider_message_id: outcome.providerMessageId }) };
    case "failed":
      return { ...fine, result: failed(outcome.error) };
    case "unknown":
      return { ...fine, result: result({ outcome: "unknown", error: JSON.stringify(outcome.error) }) };
    case "stopped": {
      const expired = Date.now() - row.created_at.getTime() > KEPT_MILLISECONDS;
      const again = result({
        outcome: "retry",
        error: JSON.stringify(outcome.error),
        retry_at: later(AT_ONCE),
      });
      return { result: expired ? failed(outcome.error) : again, stopped: outcome.error, slowMilliseconds: 0 };
    }
    case "retry": {
      const wait = outcome.afterMilliseconds ?? retryWait(outcome.scope, row.attempt);
      if (wait === null) return { ...fine, result: failed(outcome.error) };
      return {
        stopped: null,
        slowMilliseconds: outcome.scope === "channel" ? wait : 0,
        result: result({ outcome: "retry", error: JSON.stringify(outcome.error), retry_at: later(wait) }),
      };
    }
  }
}

function later(milliseconds: number): Date {
  return new Date(Date.now() + milliseconds);
}

function unsendable(type: string): MessageError {
  return {
    code: "unsupported_message_type",
    title: "Type not supported",
    detail: `this version cannot send messages of type ${type}`,
    provider_code: null,
    retryable: false,
  };
}
