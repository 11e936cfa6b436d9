import type { DueSend, SendResult } from "../../../db/messages/sends.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import type { MessageType } from "../../message-types/message-type.ts";
import { findMessageType } from "../../message-types/registry.ts";
import { type Encoder, EncodingImpossible } from "../../providers/encoders.ts";
import type {
  MessageError,
  OutboundMessage,
  Provider,
  ProviderChannel,
  SendOutcome,
} from "../../providers/provider.ts";
import type { Shown } from "./rest.ts";
import { retryWait } from "./retry.ts";

/** How one attempt ended: what is written of it, and what it says about the whole channel. */
export type SendEnd = Shown & {
  result: SendResult;
  /** Why the channel can't send for now; null when it can. */
  stopped: MessageError | null;
  /** How long the channel should slow down, in milliseconds; 0 when it need not. */
  slowMilliseconds: number;
};

/** What sends, and for which channel. */
export type Sender = {
  provider: Provider;
  channel: ProviderChannel;
  /** The definition of a template message, where its platform needs one. */
  template?: TemplateDefinition | null;
  /** Digits of the channel's number, where it is known. */
  ownPhone?: string | null;
  /** Milliseconds to be seen writing for, of a message's body. */
  typing?(body: Record<string, unknown>): number;
};

/** Of a platform that takes nothing: the message keeps its place, and is the one that is tried after the rest. */
const IN_ITS_PLACE = null;
/** Of a channel that is stopped, perhaps only for messages like this one: another is tried after the pause. */
const BEHIND_OTHERS = 0;
/** Of a message that could not be made at all for now, in milliseconds. */
const SOON = 1000;

/** Makes one attempt to send a message. Never throws. */
export async function sendOnce(sender: Sender, row: DueSend, signal: AbortSignal): Promise<SendEnd> {
  const { provider, channel } = sender;
  const type = findMessageType(row.type);
  const message = encoded(sender, type, row);
  if (type === null || "error" in message) {
    const error = "error" in message ? message.error : unsendable(row.type);
    return { ...ended(row, { kind: "failed", error }, false), works: false };
  }
  const outcome = await provider.send(channel, message, signal);
  // An operation may be repeated freely, and no status will ever tell what became of it.
  if (outcome.kind === "unknown" && !type.addressed) {
    return ended(row, { kind: "retry", scope: "platform", error: outcome.error }, true);
  }
  return ended(row, outcome, !type.addressed);
}

/** How an attempt ended that could not begin: what the message needs can't be read now. */
export function postponed(row: DueSend, cause: unknown): SendEnd {
  const detail = `not tried: ${cause instanceof Error ? cause.message : String(cause)}`;
  const error = { code: "not_tried", title: "Not tried", detail, provider_code: null, retryable: true };
  return ended(row, { kind: "retry", scope: "message", error, afterMilliseconds: SOON }, false);
}

/**
 * Makes one attempt to send a message that may name another one by our id; see `withProviderIds`. Fails it as
 * `message_not_found` when there is no such message.
 */
export async function sendNaming(
  sender: Sender,
  named: Promise<DueSend | null>,
  row: DueSend,
  signal: AbortSignal,
): Promise<SendEnd> {
  try {
    const resolved = await named;
    if (resolved !== null) return await sendOnce(sender, resolved, signal);
  } catch (cause) {
    return postponed(row, cause);
  }
  return { ...ended(row, { kind: "failed", error: MESSAGE_NOT_FOUND }, false), works: false };
}

const MESSAGE_NOT_FOUND: MessageError = {
  code: "message_not_found",
  title: "No such message",
  detail: "the message it names is not one that this channel sent or received",
  provider_code: null,
  retryable: false,
};

/** The message as its type makes it for the platform, or why it can't be. */
function encoded(
  { provider, template = null, ownPhone = null, typing }: Sender,
  type: MessageType | null,
  row: DueSend,
): OutboundMessage | { error: MessageError } {
  const content = JSON.parse(row.content);
  const message = {
    id: row.item_id,
    to: row.address,
    addressed: type?.addressed ?? true,
    attempt: row.attempt,
  };
  const encode = type === null ? null : (provider.encoders[type.type] as Encoder<unknown> | null);
  if (encode === null) return { error: unsendable(row.type) };
  try {
    const body = encode(content, { template, ownPhone });
    return { ...message, body, typingMilliseconds: typing?.(body) ?? 0 };
  } catch (cause) {
    if (cause instanceof EncodingImpossible) return { error: notShown(cause) };
    throw cause;
  }
}

function ended(row: DueSend, outcome: SendOutcome, silent: boolean): SendEnd {
  const result = (part: Partial<SendResult> & Pick<SendResult, "outcome">): SendResult => ({
    message_id: row.item_id,
    attempt: row.attempt,
    provider_message_id: null,
    error: null,
    retry_after: null,
    silent,
    result: null,
    ...part,
  });
  const failed = (error: MessageError) =>
    result({ outcome: "failed", error: JSON.stringify({ ...error, retryable: false }) });
  const fine = { works: true, trouble: null, stopped: null, slowMilliseconds: 0 };
  switch (outcome.kind) {
    case "sent":
      return {
        ...fine,
        result: result({
          outcome: "sent",
          provider_message_id: outcome.providerMessageId,
          result: outcome.result === undefined ? null : JSON.stringify(outcome.result),
        }),
      };
    case "failed": {
      const rest = outcome.restUntil === undefined ? 0 : outcome.restUntil.getTime() - Date.now();
      return { ...fine, slowMilliseconds: Math.max(0, rest), result: failed(outcome.error) };
    }
    case "unknown":
      return {
        ...fine,
        works: false,
        trouble: { kind: "silent", error: outcome.error },
        result: result({ outcome: "unknown", error: JSON.stringify(outcome.error) }),
      };
    case "stopped": {
      // kept until its end, like whatever else waits
      const again = result({
        outcome: "retry",
        error: JSON.stringify(outcome.error),
        retry_after: BEHIND_OTHERS,
      });
      return { ...fine, result: again, stopped: outcome.error };
    }
    case "retry": {
      const { scope, error, afterMilliseconds } = outcome;
      const wait = scope === "channel" ? IN_ITS_PLACE : (afterMilliseconds ?? retryWait(scope, row.attempt));
      if (scope !== "channel" && wait === null) return { ...fine, result: failed(error) };
      return {
        ...fine,
        works: false,
        trouble: troubleOf(outcome),
        result: result({ outcome: "retry", error: JSON.stringify(error), retry_after: wait }),
      };
    }
  }
}

/** What a retry says of the platform; null when it is about the message or its recipient alone. */
function troubleOf({ scope, error, afterMilliseconds }: Extract<SendOutcome, { kind: "retry" }>) {
  if (scope === "platform") return { kind: "confused", error } as const;
  if (scope !== "channel") return null;
  return {
    kind: "refuses",
    error,
    ...(afterMilliseconds === undefined ? {} : { asked: afterMilliseconds }),
  } as const;
}

function notShown({ code, message }: EncodingImpossible): MessageError {
  return { code, title: "Can't be shown", detail: message, provider_code: null, retryable: false };
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
