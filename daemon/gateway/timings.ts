import { backoffMs } from "../providers/whatsapp-web/connection/backoff.ts";
import type { Pace } from "./verdict.ts";

/** How long a session waits for what. */
export type Timings = Pace & {
  /** From a socket's making until it shows a QR code or is logged in. */
  connectingMs: number;
  /** Between live checks of a session that answers. */
  probeEveryMs: number;
  /** Between live checks of one that does not. */
  probeAgainMs: number;
  /** How long the answer to a live check may take. */
  probeWithinMs: number;
  /** How long messages may wait here without one of them being read. */
  unreadMs: number;
  /** What every QR code lives; for tests. */
  qrMs?: number;
};

export const TIMINGS: Timings = {
  connectingMs: 45_000,
  probeEveryMs: 20_000,
  probeAgainMs: 3000,
  probeWithinMs: 10_000,
  unreadMs: 60_000,
  stableMs: 60_000,
  backoffMs: (failures, atLeastMs) => Math.max(atLeastMs, backoffMs(failures)),
};

/** Live checks in a row without an answer after which a session is taken for dead. */
export const PROBES_MISSED = 3;

/** What a QR code lives: the first of a connection, and each later one (Baileys, `Socket/socket.js`, genPairQR). */
export const FIRST_QR_MS = 60_000;
export const NEXT_QR_MS = 20_000;
