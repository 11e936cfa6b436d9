import type { ReceivedMedia, ReceivedMessage } from "./received-message.ts";

/**
 * Messages that Waypost did not carry, in our words: of before it had their number, or of while it was away. Whoever
 * reads them somewhere makes these; daemon/past stores them.
 */

/** Where past messages are copied from: the number's own phone, Meta, or the program that had the number before. */
export const PAST_SOURCES = [
  ...(["phone", "meta"] as const),
  ...(["evolution", "waha", "gowa", "openwa", "wuzapi", "chatwoot"] as const),
] as const;
export type PastSource = (typeof PAST_SOURCES)[number];

/** Somebody on WhatsApp, by all that is known of them: `phone` (digits), `lid` (digits) or `bsuid` at least. */
export type PastPerson = {
  phone: string | null;
  lid: string | null;
  bsuid?: string | null;
  username?: string | null;
  name: string | null;
};

export type PastGroup = { groupId: string; subject: string | null };

/** A file of a past message. Without `stored` it is fetched by the provider's id when somebody asks for it. */
export type PastFile = ReceivedMedia & {
  /** Its id, under which its bytes are in the media store already, and how many they are. */
  stored?: { mediaId: string; size: number };
};

export type PastMessage = {
  /** Ours, by which it stands among others; of the moment it was written when it is left out. */
  id?: string;
  providerMessageId: string;
  source: PastSource;
  direction: "inbound" | "outbound";
  /** The person on the other side, or the group. */
  chat: PastPerson | PastGroup;
  /** Who wrote in a group, and the address (a JID) they have in it; null of what the number itself wrote, and with a person. */
  writer: (PastPerson & { address: string }) | null;
  type: ReceivedMessage["type"];
  /** Without a file's `media_id` and `media_url`, and without what `quoted` and `forwarded` say: they are added. */
  content: Record<string, unknown>;
  /** How far an outbound one came; an inbound one was delivered. */
  status: "sent" | "delivered" | "read" | "failed";
  /** The provider's id of the message that it answers. */
  quoted: string | null;
  forwarded: boolean;
  file: PastFile | null;
  /** Of a paired number: the message as WhatsApp has it, sealed; its file is found by it, and an answer quotes it. */
  original?: NonNullable<ReceivedMessage["original"]>;
  at: Date;
};

/** A message of before that a platform tells: it is stored if the number's setting `history` says so. */
export type Past = { kind: "past"; message: PastMessage };
