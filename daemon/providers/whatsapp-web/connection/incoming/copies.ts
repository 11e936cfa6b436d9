import type { SocketConfig, WAMessage, WASocket } from "baileys";
import { setNewest } from "../../../../lib/bounded.ts";
import type { Library } from "../../library/library.ts";
import type { Envelope } from "./envelopes.ts";

/**
 * Why a message could not be decrypted: there is no session with its sender, the session's keys do not fit, what was in
 * it is no message, WhatsApp gave this device no copy, or it may be seen only once, on the phone.
 */
export type UndecryptedReason = "no_session" | "wrong_keys" | "malformed" | "unavailable" | "view_once";

/** Requests for copies of messages that could not be decrypted, and the reasons. */
export type Copies = {
  /** Baileys' own requests to the phone, by the message's id. */
  requests: NonNullable<SocketConfig["placeholderResendCache"]>;
  /** Asks the sender for one. Resolves when that has left, or can't. */
  ask(envelope: Envelope, cause: unknown): Promise<void>;
  /** WhatsApp has none for this device, and the phone gives none away. */
  refused(id: string, reason: UndecryptedReason): void;
  /** Why Baileys reports a message without its content; null where it has one, or shows nothing. */
  why(message: WAMessage): UndecryptedReason | null;
};

/** Messages whose reason is remembered until Baileys reports them. */
const MOST_REMEMBERED = 1000;

/** The copies that one socket asks for. */
export function createCopies({ NO_MESSAGE_FOUND_ERROR_TEXT }: Library, socket: () => WASocket): Copies {
  const requests = createRequests();
  const reasons = new Map<string, UndecryptedReason | null>();
  const remember = (id: string, reason: UndecryptedReason | null) =>
    void setNewest(reasons, id, reason, MOST_REMEMBERED);
  const requested = new WeakSet<Envelope["attributes"]>();
  return {
    requests,
    async ask({ attributes, isHidden }, cause) {
      const id = attributes.id ?? "";
      // a copy brings everything that was in the stanza
      if (requested.has(attributes)) return;
      requested.add(attributes);
      remember(id, isHidden ? null : reasonOf(cause));
      // Baileys does not first request from the phone what it believes requested already; that takes two seconds
      requests.set(id, true);
      const stanza = { tag: "message", attrs: attributes };
      await socket()
        .sendRetryRequest(stanza)
        .catch(() => {});
      requests.del(id);
    },
    refused: remember,
    why({ key, message, messageStubParameters }) {
      const id = key.id ?? "";
      if (message) {
        requests.del(id);
        return null;
      }
      if (key.isViewOnce) return "view_once";
      if (messageStubParameters?.[0] !== NO_MESSAGE_FOUND_ERROR_TEXT) return null;
      const reason = reasons.get(id);
      return reason === undefined ? "unavailable" : reason;
    },
  };
}

/** Content that decrypts and is no message. */
export class Malformed extends Error {}

function reasonOf(cause: unknown): UndecryptedReason {
  if (cause instanceof Malformed) return "malformed";
  return cause instanceof Error && /^No (session|SenderKeyRecord)/.test(cause.message)
    ? "no_session"
    : "wrong_keys";
}

/** Baileys removes a request when the phone has responded, or has not for eight seconds. */
function createRequests(): Copies["requests"] {
  const entries = new Map<string, unknown>();
  return {
    get: <T>(id: string) => entries.get(id) as T | undefined,
    set: (id, value) => void entries.set(id, value),
    del: (id) => void entries.delete(id),
    flushAll: () => entries.clear(),
  };
}
