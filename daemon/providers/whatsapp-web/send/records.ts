import type { Readable } from "node:stream";
import type { Tunnel } from "../../../egress/tunnel/tunnel.ts";
import type { Identity, InboundFact, ReceivedMessage } from "../../inbound.ts";
import type { MessageError } from "../../message-error.ts";
import type { PastMessage } from "../../past-message.ts";
import type { DraftFile, Rendered } from "../encode/draft.ts";
import type { EarlierRequest } from "../requests/request.ts";

/** The records that sending and receiving use: this folder knows neither the database nor the resources. */

export type ChannelKey = { organizationId: string; channelId: string };

/** A question about a time in which Waypost was away, by the id of the record that waits for the answer. */
export type HoleQuestion = { holeId: string; request: EarlierRequest };

/** A message of the past, and the same as one that comes in. */
export type ReadPast = { message: PastMessage; fact: ReceivedMessage };

/** A message as WhatsApp has it. */
export type Original = {
  /** The chat it is in. */
  remoteJid: string;
  fromMe: boolean;
  /** An encoded `proto.Message`. */
  message: Uint8Array;
};

/** A message that was kept, and since when. */
export type StoredOriginal = Original & {
  at: Date;
  /** Who wrote it in a group; absent or null in a chat between two, and for our own. */
  participant?: string | null;
};

/** A message that is about to be sent. */
export type SendNote = {
  /** Ours. */
  messageId: string;
  /** WhatsApp's. */
  providerMessageId: string;
  /** Digits of the recipient; null for an operation. */
  address: string | null;
  original: Original;
  rendered: Rendered | null;
};

/** Records of messages can't be read or written now; they will be. */
export class RecordsUnavailable extends Error {}

/** Throws `RecordsUnavailable` for what passes. */
export type WhatsAppWebRecords = {
  /** Writes a message down before it is sent; durable when it resolves. Again changes nothing. */
  remember(channel: ChannelKey, note: SendNote): Promise<void>;
  /** A message of the channel by WhatsApp's id; null when it is not kept. */
  find(channel: ChannelKey, providerMessageId: string): Promise<StoredOriginal | null>;
  /** A message that came in, sealed for a fact. */
  seal(channel: ChannelKey, providerMessageId: string, message: Uint8Array): string;
  /** The file of a message lies elsewhere now. */
  replace(channel: ChannelKey, providerMessageId: string, message: Uint8Array): Promise<void>;
  /** Takes what came in; durable when it resolves. Facts of one channel stay in order. */
  receive(channel: ChannelKey, facts: readonly InboundFact[]): Promise<void>;
  /** Stores messages that the phone kept, without anything that follows from new ones; returns how many were not there. */
  storePast(channel: ChannelKey, messages: readonly PastMessage[]): Promise<number>;
  /**
   * Stores what the phone answered to a question for earlier messages, oldest first: by WhatsApp's id of the question.
   * What came before and could not be decrypted is received. Returns how many were not there.
   */
  keepAnswer(channel: ChannelKey, requestId: string | null, answer: readonly ReadPast[]): Promise<number>;
  /** The next question to the phone about a time in which Waypost was away; null while there is none. It counts as asked. */
  nextHoleQuestion(channel: ChannelKey): Promise<HoleQuestion | null>;
  /** Notes WhatsApp's id of a question. */
  holeAsked(channel: ChannelKey, question: HoleQuestion, requestId: string): Promise<void>;
  /** The JID of a number: undefined when it was not looked up yet, null when it has none. */
  recipient(channel: ChannelKey, phone: string): Promise<string | null | undefined>;
  keepRecipient(channel: ChannelKey, phone: string, jid: string | null): Promise<void>;
  /** Somebody has another picture, or none. */
  forgetPicture(channel: ChannelKey, person: Identity): Promise<void>;
  /** WhatsApp's id of a message and its chat, by its or our id; null when there is no such message. */
  status(channel: ChannelKey, messageId: string): Promise<Record<string, unknown> | null>;
};

/** A file to send: a small one as bytes, a larger one as a stream. */
export type FetchedFile = {
  bytes: Buffer | Readable;
  mimeType: string;
  /** As far as it is known. */
  measures?: {
    width: number | null;
    height: number | null;
    seconds: number | null;
    /** How loud a voice message is over its length: 64 bytes from 0 to 100. */
    waveform?: Uint8Array | null;
    /** Of a video: a small JPEG that stands for it. */
    thumbnail?: Buffer | null;
  };
};

/** Why a file can't be sent. */
export class FileRefused extends Error {
  constructor(readonly error: MessageError) {
    super(error.detail);
  }
}

export type WhatsAppWebFiles = {
  /**
   * Fetches a file to send: an uploaded one from the organisation's store, any other through the guard against private
   * addresses, and through the number's tunnel, where it has one. Rejects with `FileRefused`.
   */
  fetch(
    number: { organizationId: string; tunnel: Tunnel | null },
    file: Pick<DraftFile, "kind" | "url" | "mimeType" | "voice">,
    signal: AbortSignal,
  ): Promise<FetchedFile>;
  /** Fetches the file of a message into the store, unless it is there. Rejects with `FileRefused`. */
  keep(channel: ChannelKey, providerMessageId: string, signal: AbortSignal): Promise<Record<string, unknown>>;
};
