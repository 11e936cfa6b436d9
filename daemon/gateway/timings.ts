import { backoffMs } from "../providers/whatsapp-web/connection/closing/backoff.ts";
import type { Pace } from "./verdict.ts";

/** The intervals and time limits of a session. */
export type Timings = Pace & {
  /** From opening a socket until it shows a QR code or is logged in. */
  connectingMs: number;
  /** Between live checks while the last one got a response. */
  probeEveryMs: number;
  /** Between live checks while the last one got none. */
  probeAgainMs: number;
  /** How long the response to a live check may take. */
  probeWithinMs: number;
  /** How long received messages may wait here without one of them being read. */
  unreadMs: number;
  /** The lifetime of every QR code; for tests. */
  qrMs?: number;
  /** How long a person has to use a passkey; for tests. */
  passkeyMs?: number;
};

export const TIMINGS: Timings = {
  connectingMs: 45_000,
  probeEveryMs: 20_000,
  probeAgainMs: 3000,
  probeWithinMs: 10_000,
  unreadMs: 60_000,
  stableMs: 60_000,
  // a lease is relied on for ten seconds, and a login that began then takes some more
  handoverMs: 20_000,
  backoffMs: (failures, atLeastMs) => Math.max(atLeastMs, backoffMs(failures)),
};

/** Consecutive live checks without a response after which a session counts as dead. */
export const PROBES_MISSED = 3;
