/**
 * A paired number's session: what senders and receivers see of it, and what it needs of them. It knows no database: the
 * gateway passes the store of its keys, and the reader of messages passes a listener.
 */
import type { proto, SocketConfig, WAMessageKey, WASocket } from "baileys";
import type { Tunnel } from "../../../egress/tunnel/tunnel.ts";
import type { ChannelSettings } from "../../channel-settings.ts";
import type { Copies } from "./incoming/copies.ts";
import type { Passkey } from "./passkey/passkey.ts";

/** A paired number's identity on WhatsApp. */
export type OwnIdentity = {
  /** `15551234567:3@s.whatsapp.net`, the device included. */
  jid: string;
  /** `…@lid`; null until the server sends it. */
  lid: string | null;
  /** Digits; null where WhatsApp names the account by its LID alone. */
  phone: string | null;
};

/** The settings of a channel that its session follows. */
export type SessionSettings = Pick<ChannelSettings, "groups" | "calls" | "history">;

/** A paired number that this daemon holds. */
export type WhatsAppWebSession = {
  organizationId: string;
  channelId: string;
  /**
   * The socket while it is logged in; null while there is none, or it is
   * connecting or closed. Never keep it. A message sent through it leaves once the
   * keys that made it are durable, a moment after `sendMessage` resolved: only
   * WhatsApp's `ack` says that a message is there.
   */
  socket(): WASocket | null;
  /** The channel's settings that concern incoming messages. */
  settings(): SessionSettings;
  /**
   * The number's own way out, which everything of it takes; null where it has none. Throws when there is one that can't be
   * opened.
   */
  tunnel(): Tunnel | null;
  /** What a person can do about the passkey that WhatsApp wants before it links this device; null while it wants none. */
  passkey(): Passkey | null;
  /** Null until the number is paired. */
  identity(): OwnIdentity | null;
  /** The socket once it is logged in; null when that did not happen in time, or never will. */
  waitUntilOpen(withinMs: number): Promise<WASocket | null>;
  /**
   * Runs `work` alone among everything that touches this number's Signal
   * sessions: sends (Baileys takes the same turn itself), decryption and other
   * work given here. Do not wait in it for something that comes in.
   */
  serialised<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Messages that were decrypted and never settled: a daemon ended before they were stored. Oldest first. */
  unsettled(): Promise<ArrivedMessage[]>;
  /** Keeps what happened in a group until it is settled: WhatsApp gets no acknowledgement before that is durable. */
  keepNotice(id: string, json: string): void;
  /** These messages (by WhatsApp's id) are stored with what follows from them: the session may forget them. */
  settle(ids: readonly string[]): Promise<void>;
  /** WhatsApp holds this number back: the channel becomes `restricted` until a moment, or until it is lifted (null). */
  restrict(reason: string, until: Date | null): Promise<void>;
  /** The restriction is over. */
  unrestrict(): Promise<void>;
};

/** The sessions this daemon holds. */
export type WhatsAppWebSessions = {
  /** Null when another daemon holds the channel's session, or nobody does. */
  find(channelId: string): WhatsAppWebSession | null;
};

/**
 * A message as it came out of its encryption. Its stanza and plaintext are
 * written in the same transaction as the keys that decrypted it, before
 * its arrival is acknowledged to WhatsApp: it cannot be decrypted a second time.
 */
export type ArrivedMessage = {
  /** WhatsApp's id of the message. */
  id: string;
  /** The stanza's attributes: what `decodeMessageNode` of Baileys reads. */
  attributes: Record<string, string>;
  /** An encoded, padded `proto.Message`: `unpadRandomMax16` and `proto.Message.decode` read it. */
  plaintext: Uint8Array;
  /** It is what happened in a group, without a stanza: the plaintext is JSON, as its reader wrote it. */
  isNotice?: true;
};

/** The listener that the message half of the provider gives to every session. */
export type SessionListener = {
  /**
   * Called for every new socket before it connects: the place to listen on `socket.ev` and `socket.ws`. `why` is for
   * messages that Baileys reports, as long as they are new; `retryCounters` is how often it answered requests for copies.
   */
  onSocket(
    session: WhatsAppWebSession,
    socket: WASocket,
    given: Pick<Copies, "why"> & { retryCounters: NonNullable<SocketConfig["msgRetryCounterCache"]> },
  ): void;
  /** Called each time the session is logged in. */
  onOpen?(session: WhatsAppWebSession, socket: WASocket): void;
  /** Called each time a session that is logged in has responded, and its channel shows it. */
  onConnected?(session: WhatsAppWebSession): void;
  /** The message sent under a key, whose copy a recipient requests. */
  getMessage(session: WhatsAppWebSession, key: WAMessageKey): Promise<proto.IMessage | undefined>;
};
