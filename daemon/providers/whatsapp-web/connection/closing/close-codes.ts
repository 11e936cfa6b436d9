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

const AGAIN = "connect it again once that is resolved";

type Row = Pick<ClosePlan, "next" | "status"> & { reason: string; atLeastMs?: number };

/** The meaning of WhatsApp's codes; names are Baileys' and whatsapp-rust's (`events.rs`). */
const PLANS: Record<number, Row> = {
  400: {
    next: "retry",
    status: "disconnected",
    reason: "the server could not prove that it is WhatsApp: its certificate is not signed by the right key",
    atLeastMs: 60_000,
  },
  401: { next: "wipe", status: "logged_out", reason: "the device was removed on the phone; pair it again" },
  402: { next: "stop", status: "restricted", reason: "WhatsApp banned the number for a time" },
  403: {
    next: "wipe",
    status: "restricted",
    reason: "WhatsApp refused the account: it is banned, or its phone is gone",
  },
  405: { next: "renew", status: "disconnected", reason: "WhatsApp wants a newer version of WhatsApp Web" },
  406: { next: "wipe", status: "logged_out", reason: "WhatsApp ended the login; pair it again" },
  408: { next: "retry", status: "connecting", reason: "the connection went silent" },
  409: { next: "stop", status: "disconnected", reason: `WhatsApp does not accept this program; ${AGAIN}` },
  411: {
    next: "stop",
    status: "disconnected",
    reason: "WhatsApp on the phone has to be updated before it takes linked devices; then connect it again",
  },
  418: { next: "stop", status: "disconnected", reason: `WhatsApp does not know this program; ${AGAIN}` },
  428: { next: "retry", status: "connecting", reason: "the connection was closed" },
  [REPLACED]: {
    next: "stop",
    status: "replaced",
    reason: "another program uses the same login; stop it, then connect this channel again",
  },
  500: { next: "retry", status: "connecting", reason: "WhatsApp reported an error" },
  501: { next: "retry", status: "connecting", reason: "WhatsApp is not available", atLeastMs: 30_000 },
  503: { next: "retry", status: "connecting", reason: "WhatsApp is not available", atLeastMs: 30_000 },
  515: { next: "at_once", status: "connecting", reason: "WhatsApp asked for a new connection" },
  597: { next: "retry", status: "disconnected", reason: "proxy_unreachable" },
  599: { next: "retry", status: "connecting", reason: "received messages were not read for a while" },
};

/** Whether it is known what a code means. */
export function isKnownCode(code: number): boolean {
  const ours: readonly number[] = [OUR_CODES.noCode, OUR_CODES.passkey, CLOSED_BY_US];
  return Object.hasOwn(PLANS, code) || ours.includes(code);
}

/** The plan after a connection's end; an unknown code is tried again. */
export function planOf({ code, words, until }: Closing): ClosePlan {
  const row = PLANS[code] ?? { next: "retry", status: "connecting", reason: "the connection was lost" };
  const end = until === null ? "" : ` until ${until.toISOString()}`;
  // a ban that ends is waited for
  const next = row.next === "stop" && until !== null ? "retry" : row.next;
  const reason = code === OUR_CODES.proxy ? `${row.reason}: ${words}` : `${row.reason}${end} (${code})`;
  return { next, status: row.status, reason, atLeastMs: row.atLeastMs ?? 0 };
}
