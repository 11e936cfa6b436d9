import type { Holder } from "./holder.ts";
import type { Identity, Participant } from "./identity.ts";

/** A file that came with a message and is still to be fetched. */
export type ReceivedMedia = {
  providerMediaId: string;
  kind: "image" | "video" | "audio" | "document" | "sticker";
  mimeType: string | null;
  fileName: string | null;
  /** Hexadecimal. */
  sha256: string | null;
};

/** Items somebody ordered from a catalogue. */
export type PlacedOrder = { catalogId: string | null; note: string; items: unknown[] };

/** The type of a message that could not be decrypted: it takes on its own when a copy comes that can be. */
export const UNDECRYPTABLE = "undecryptable";

/** What a received message is. The page draws each of these: one without a drawing does not compile. */
export type ReceivedType =
  | "text"
  | ReceivedMedia["kind"]
  | "location"
  | "contact"
  | "reaction"
  | "poll"
  | "interactive"
  | "order"
  | "poll_vote"
  | "event_response"
  | "album"
  | "pin"
  | "call"
  | "missed_call"
  | "system"
  | "unsupported"
  | typeof UNDECRYPTABLE;

/** What others send on our number, as we would have sent it. */
export type SentType = "template" | "buttons" | "list" | "cta_url";

/** A message that somebody sent to one of our numbers, or that the business sent from its phone. */
export type ReceivedMessage = {
  kind: "message";
  providerMessageId: string;
  direction: "inbound" | "outbound";
  /** The person on the other side, or the group; a second identity when the provider named two. */
  person: Identity;
  alias: Identity | null;
  /** The name that the person chose for themselves, if the provider gave it; the subject of a group. */
  name: string | null;
  /** Digits of the sender's number; null when it is not shown. */
  fromPhone: string | null;
  /** The platform's own id of the person, in the form that messages are addressed by; absent where there is none. */
  userId?: string | null;
  username?: string | null;
  /** Who wrote in a group. */
  participant?: Participant;
  /** Of what Meta's agent wrote on our number. */
  author?: "meta_agent";
  /** Who holds the conversation, where the platform has sent this to the one who does. */
  holder?: Holder;
  type: Exclude<ReceivedType, "system"> | SentType;
  content: Record<string, unknown>;
  media: ReceivedMedia | null;
  order: PlacedOrder | null;
  /** The message as the platform has it, sealed, where it is needed later. */
  original?: { remoteJid: string; sealed: string };
  at: Date;
};
