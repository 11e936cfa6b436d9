import type { SessionChanges, Wanted } from "../../db/whatsapp-web/sessions.ts";
import type { Closing } from "../providers/whatsapp-web/connection/close-codes.ts";
import type { PublishedStatus } from "./status-publisher.ts";
import type { Attempt } from "./verdict.ts";

/** What is wanted of a session, and when it may be tried next. */
export type Order = {
  wanted: Wanted;
  method: "qr" | "pairing_code";
  /** Digits of the number to pair; only for pairing by code. */
  phoneNumber: string | null;
  /** Connections in a row that did not last. */
  failures: number;
  /** In milliseconds, by the wall clock. */
  nextAttemptAt: number;
};

/**
 * Where a held session stands: `waiting` for its next attempt; `opening` its
 * keys; `connecting`, `connected` or `logging_out` with a connection; `closing`
 * one that was told to end; `ending` with its last writes; `over`.
 */
export type Phase =
  | "waiting"
  | "opening"
  | "connecting"
  | "connected"
  | "logging_out"
  | "closing"
  | "ending"
  | "over";

export type SessionState = {
  phase: Phase;
  order: Order;
  /** Number of the latest connection. */
  connection: number;
  /** Why it is let go of as soon as its keys and its connection allow it. */
  leaving: "stopped" | "lost" | null;
  /** It is on its way to a first connection. */
  starting: boolean;
  /** The version of WhatsApp Web was renewed for it. */
  renewed: boolean;
  /** Pairing offers made so far. */
  offers: number;
  /** What waited for this connection was woken. */
  announced: boolean;
  /** Own writes of the session's row that are under way. */
  writes: number;
  /** When the last of them was done, by the steady clock: a row that was read before may be older. */
  writtenAt: number;
  /** A row was not believed for that reason, and has to be read again. */
  overlooked: boolean;
};

/** Something that happened to a session. `at` is by the wall clock, `connection` the one it happened to. */
export type Happening =
  /** The row was read; the reading began at `readAt`, by the steady clock. */
  | { kind: "row_read"; order: Order; readAt: number }
  | { kind: "stopped" }
  | { kind: "lease_lost" }
  | { kind: "due"; at: number }
  | { kind: "keys_opened"; paired: boolean }
  /** Keys could not be read, or no connection be made with them. */
  | { kind: "not_opened"; at: number }
  /** Keys in use can't be read or written any more. */
  | { kind: "keys_failed" }
  | { kind: "qr"; connection: number; qr: string; livesMs: number; first: boolean }
  /** What a person pairs with is made; it is sealed. */
  | { kind: "offered"; connection: number; pairing: string }
  | { kind: "not_offered"; connection: number; words: string }
  /** A phone has taken the device. */
  | { kind: "paired"; connection: number }
  | { kind: "logged_in"; connection: number }
  /** A live check was answered. */
  | { kind: "answered"; connection: number; phone: string | null }
  | { kind: "silent"; connection: number }
  | { kind: "closed"; connection: number; attempt: Attempt; paired: boolean; at: number }
  /** A write of the row has ended, by the steady clock. */
  | { kind: "written"; at: number }
  /** An effect could not be carried out; those after it were left out. */
  | { kind: "failed" }
  | { kind: "released" };

/** What is to be done because of it; see carry-out.ts. */
export type Effect =
  /** Report `due` at this moment, and no longer at the one named before. */
  | { do: "wait"; until: number }
  /** Read the session's keys, or make new ones for a number that is not paired. */
  | { do: "open_keys" }
  | { do: "connect"; connection: number }
  | { do: "end_connection"; closing: Closing }
  /** Make what a person pairs with: the QR code, or for a phone number a code to type. */
  | { do: "offer"; qr: string; livesMs: number; phoneNumber: string | null; attempt: number }
  /** Let messages go through the connection, and watch it. */
  | { do: "use_connection" }
  /** Take the device off the phone's list, which ends the connection. */
  | { do: "log_out" }
  | { do: "let_others_start" }
  /** Have the row read again. */
  | { do: "look_again" }
  /** Show a status, and write with it what changed of the session. */
  | {
      do: "publish";
      status: PublishedStatus;
      reason: string | null;
      changes?: SessionChanges;
      phone?: string;
    }
  /** Wake what waits for the number to be connected. */
  | { do: "announce" }
  /** Ask WhatsApp for the current version of WhatsApp Web. */
  | { do: "renew_version" }
  /** Forget the keys here: they are read anew for the next connection. */
  | { do: "forget_keys" }
  /** Forget credentials and keys, here and in the database. */
  | { do: "wipe" }
  /** Remove the session's row with all that belongs to it. */
  | { do: "remove" }
  | { do: "log_end"; status: PublishedStatus; reason: string }
  /** Nobody can send through the session any more. */
  | { do: "retire" }
  /** Hand the session back. */
  | { do: "release" };

export type Step = { state: SessionState; effects: Effect[] };
