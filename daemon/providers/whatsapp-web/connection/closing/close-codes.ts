import { STATUS_REASONS, type StatusReason, statusReason } from "../../../../lib/status-reasons.ts";

/** How a connection ended: WhatsApp's code for it (Baileys, `DisconnectReason`, and a few more) and its words. */
export type Closing = {
  code: number;
  /** The reason that the library or the server gave. */
  words: string;
  /** When a ban ends, if the server said so. */
  until: Date | null;
};

/** The consequences of the end of a paired number's connection. */
export type ClosePlan = {
  /**
   * `at_once`: a new connection now, which is no failure. `retry`: after a
   * wait. `renew`: once with the current version of WhatsApp Web. `stop`: nothing
   * until somebody connects it again. `wipe`: as `stop`, and the pairing is gone.
   */
  next: "at_once" | "retry" | "renew" | "stop" | "wipe";
  /** The channel's status. */
  status: "connecting" | "disconnected" | "logged_out" | "replaced" | "restricted";
  reason: string;
  /** A wait is at least this long. */
  atLeastMs: number;
};

/** The code of a connection that we closed ourselves, as planned. */
export const CLOSED_BY_US = 0;

/** Another login took the place of this one. */
export const REPLACED = 440;

/** Codes of our own, beyond those of the server. */
export const OUR_CODES = {
  /** The library's name for a connection that the other side closed. */
  closed: 428,
  timedOut: 408,
  /** The server's proof of its identity was not signed by WhatsApp. */
  untrusted: 400,
  /** There is no code to type on the phone: the words say why. */
  noCode: 596,
  /** The number's proxy did not let the connection through: the words say why. */
  proxy: 597,
  /** The account's passkey was not used, or not taken: the words say why. */
  passkey: 598,
  /** Messages came in and were not read: Baileys, or what it waits for, hangs. */
  stuck: 599,
} as const;

type Row = Pick<ClosePlan, "next" | "status"> & { reason: StatusReason; atLeastMs?: number };

/** The meaning of WhatsApp's codes; names are Baileys' and whatsapp-rust's (`events.rs`). */
const PLANS: Record<number, Row> = {
  400: {
    next: "retry",
    status: "disconnected",
    reason: "untrusted",
    atLeastMs: 60_000,
  },
  401: { next: "wipe", status: "logged_out", reason: "removed" },
  402: { next: "stop", status: "restricted", reason: "banned" },
  403: {
    next: "wipe",
    status: "restricted",
    reason: "refused",
  },
  405: { next: "renew", status: "disconnected", reason: "version" },
  406: { next: "wipe", status: "logged_out", reason: "login_ended" },
  408: { next: "retry", status: "connecting", reason: "went_silent" },
  409: { next: "stop", status: "disconnected", reason: "not_accepted" },
  411: {
    next: "stop",
    status: "disconnected",
    reason: "phone_outdated",
  },
  418: { next: "stop", status: "disconnected", reason: "not_known" },
  428: { next: "retry", status: "connecting", reason: "closed" },
  [REPLACED]: {
    next: "stop",
    status: "replaced",
    reason: "replaced",
  },
  500: { next: "retry", status: "connecting", reason: "error" },
  501: { next: "retry", status: "connecting", reason: "not_available", atLeastMs: 30_000 },
  503: { next: "retry", status: "connecting", reason: "not_available", atLeastMs: 30_000 },
  515: { next: "at_once", status: "connecting", reason: "asked_again" },
  597: { next: "retry", status: "disconnected", reason: "proxy" },
  599: { next: "retry", status: "connecting", reason: "unread" },
};

/** Whether it is known what a code means. */
export function isKnownCode(code: number): boolean {
  const ours: readonly number[] = [OUR_CODES.noCode, OUR_CODES.passkey, CLOSED_BY_US];
  return Object.hasOwn(PLANS, code) || ours.includes(code);
}

/** The plan after a connection's end; an unknown code is tried again. */
export function planOf({ code, words, until }: Closing): ClosePlan {
  const row: Row = PLANS[code] ?? { next: "retry", status: "connecting", reason: "lost" };
  // a ban that ends is waited for
  const next = row.next === "stop" && until !== null ? "retry" : row.next;
  return {
    next,
    status: row.status,
    reason: wordsOf(row.reason, { code, words, until }),
    atLeastMs: row.atLeastMs ?? 0,
  };
}

function wordsOf(name: StatusReason, { code, words, until }: Closing): string {
  if (code === OUR_CODES.proxy) return statusReason(name, words);
  const reason = STATUS_REASONS[name];
  const whole = until === null ? reason : statusReason("until", reason, until.toISOString());
  return statusReason("closed_with", whole, code);
}
