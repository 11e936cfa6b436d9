import type { SessionChanges } from "../../db/whatsapp-web/held-sessions.ts";
import type { Wanted } from "../../db/whatsapp-web/sessions.ts";
import type { Closing } from "../providers/whatsapp-web/connection/closing/close-codes.ts";
import type { Account, OwnAccount } from "./number/own-number.ts";
import type { PairingPasskey } from "./pairing.ts";
import type { PublishedStatus } from "./status-publisher.ts";
import type { Attempt } from "./verdict.ts";

/** The requested state of a session, and when its next attempt may be made. */
export type Order = OwnAccount & {
  wanted: Wanted;
  method: "qr" | "pairing_code";
  /** Digits of the number to pair; only for pairing by code. */
  phoneNumber: string | null;
  /** Whatever number is paired takes its place. */
  replacesNumber: boolean;
  /** The login is that of another number, which waits for somebody to decide. */
  setAside: boolean;
  /** When its proxy was set, as text; null where it has none. */
  proxySince: string | null;
  /** Consecutive connections that did not last. */
  failures: number;
  /** In milliseconds, by the wall clock. */
  nextAttemptAt: number;
};

/**
 * Where a held session stands: `waiting` for its next attempt; `opening` its
 * keys; `connecting`, `connected` or `logging_out` with a connection; `closing`
 * one that we ended; `replacing` the channel's number; `ending` with its last
 * writes; `over`.
 */
export type Phase =
  | "waiting"
  | "opening"
  | "connecting"
  | "connected"
  | "logging_out"
  | "closing"
  | "replacing"
  | "ending"
  | "over";

export type SessionState = {
  phase: Phase;
  order: Order;
  /** A phone has linked it. */
  isPaired: boolean;
  /** Its last holder ended while a person paired it, and nobody has asked for anything since. */
  cutOff: boolean;
  /** Number of the latest connection. */
  connection: number;
  /** The account that the latest connection is of, where it is not the channel's own. */
  another: Account | null;
  /** Why the session is released as soon as its keys and its connection allow it. */
  leaving: "stopped" | "lost" | null;
  /** The session counts as starting until its first connection. */
  starting: boolean;
  /** The version of WhatsApp Web was renewed before this connection. */
  renewed: boolean;
  /** Pairing offers made so far. */
  offers: number;
  /** While it waits, it shows why it is away: the next attempt changes nothing about that until it has an outcome. */
  away: boolean;
  /** Whether the lane was woken for this connection. */
  announced: boolean;
  /** Writes of the session's row under way. */
  writes: number;
  /** When the last of them finished, by the monotonic clock: a row read before may be older. */
  writtenAt: number;
  /** A row was ignored because it may have been older, so the row must be read again. */
  overlooked: boolean;
};

/** Something that happened to a session. `at` is by the wall clock, `connection` the one it happened to. */
export type Happening =
  /** The row was read; the reading began at `readAt`, by the steady clock. */
  | { kind: "row_read"; order: Order; readAt: number }
  | { kind: "stopped" }
  | { kind: "lease_lost" }
  | { kind: "due"; at: number }
  /** `account` is whose they are, once a phone has taken them. */
  | { kind: "keys_opened"; paired: boolean; account: Account | null }
  /** The account of the latest connection is the channel's own now. */
  | { kind: "number_replaced" }
  /** The keys could not be read, or no connection could be made with them. */
  | { kind: "not_opened"; at: number }
  /** Keys in use can't be read or written any more. */
  | { kind: "keys_failed" }
  | { kind: "qr"; connection: number; qr: string; livesMs: number; first: boolean }
  /** The QR or pairing code was made; it is sealed. */
  | { kind: "offered"; connection: number; pairing: string }
  | { kind: "not_offered"; connection: number; words: string }
  /** WhatsApp wants the account's passkey first; `pairing` is sealed. */
  | { kind: "passkey"; connection: number; step: PairingPasskey["step"]; pairing: string }
  | { kind: "passkey_failed"; connection: number; words: string }
  /** A phone has linked the device. */
  | { kind: "paired"; connection: number }
  | { kind: "logged_in"; connection: number }
  /** A live check was answered. */
  | { kind: "answered"; connection: number; account: Account | null }
  | { kind: "silent"; connection: number }
  | { kind: "closed"; connection: number; attempt: Attempt; paired: boolean; at: number }
  /** A write of the row has ended, by the steady clock. */
  | { kind: "written"; at: number }
  /** An effect could not be carried out; those after it were left out. */
  | { kind: "failed" }
  | { kind: "released" };

/** An effect of the state machine; see carry-out.ts. */
export type Effect =
  /** Report `due` at this moment instead of the one named before. */
  | { do: "wait"; until: number }
  /** Read the session's keys, or make new ones for a number that is not paired. */
  | { do: "open_keys" }
  /** `isDeaf`: nothing of what comes in is taken. */
  | { do: "connect"; connection: number; isDeaf: boolean }
  | { do: "end_connection"; closing: Closing }
  /** Make this account the channel's own. */
  | { do: "replace_number"; account: Account }
  /** Make the QR code or, for a phone number, the pairing code. */
  | { do: "offer"; qr: string; livesMs: number; phoneNumber: string | null; attempt: number }
  /** Let messages through the connection and watch it. */
  | { do: "use_connection" }
  /** Take the device off the phone's list, which ends the connection. */
  | { do: "log_out" }
  | { do: "let_others_start" }
  /** Read the row again. */
  | { do: "look_again" }
  /** Show a status and write the session's changes with it. */
  | {
      do: "publish";
      status: PublishedStatus;
      reason: string | null;
      changes?: SessionChanges;
      phone?: string;
      /** Of another phone, which was refused. */
      offered?: string;
    }
  /** Wake the lane, whose messages waited for the connection. */
  | { do: "announce" }
  /** Ask WhatsApp for the current version of WhatsApp Web. */
  | { do: "renew_version" }
  /** Drop the keys that this daemon holds in memory. The login stays: the next connection reads them again. */
  | { do: "forget_keys" }
  /** Delete the login, credentials and keys, in memory and in the database: the number has to be paired again. */
  | { do: "wipe" }
  /** Delete the session with everything that belongs to it: its channel is being deleted. */
  | { do: "remove" }
  | { do: "log_end"; status: PublishedStatus; reason: string }
  /** Stop sending through the session. */
  | { do: "retire" }
  /** Release the session. */
  | { do: "release" };

export type Step = { state: SessionState; effects: Effect[] };
