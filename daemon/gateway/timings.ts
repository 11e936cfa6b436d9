/** How long a session waits for what, in milliseconds. */
export type Timings = {
  /** From a socket's making until it shows a QR code or is logged in. */
  connecting: number;
  /** Between live checks of a session that answers. */
  probeEvery: number;
  /** Between live checks of one that does not. */
  probeAgain: number;
  /** How long the answer to a live check may take. */
  probeWithin: number;
  /** How long messages may wait here without one of them being read. */
  unread: number;
  /** A connection that lasted this long was no failure. */
  stable: number;
  /** What every QR code lives; for tests. */
  qr?: number;
  /** Takes the place of the waits between connections; for tests. */
  backoff?: (failures: number) => number;
};

export const TIMINGS: Timings = {
  connecting: 45_000,
  probeEvery: 20_000,
  probeAgain: 3000,
  probeWithin: 10_000,
  unread: 60_000,
  stable: 60_000,
};

/** Live checks in a row without an answer after which a session is taken for dead. */
export const PROBES_MISSED = 3;

/** Connections without a pairing that one request to connect may use up. */
export const PAIRING_ATTEMPTS = 3;

/** What a QR code lives, in milliseconds: the first of a connection, and each later one (Baileys, `Socket/socket.js`, genPairQR). */
export const FIRST_QR = 60_000;
export const NEXT_QR = 20_000;
