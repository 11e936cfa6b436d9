import type { HeldSession } from "../../db/whatsapp-web/sessions.ts";

/** How long a lease lasts after a renewal, by the database's clock. */
export const LEASE_MS = 15_000;
/** How long this daemon relies on it: less, because a crash of Postgres can undo a renewal. */
const TRUSTED_MS = 10_000;

/** This daemon's hold on a session. */
export type Lease = {
  held: HeldSession;
  /** False from the moment the lease may have passed to another daemon, whatever this one was doing meanwhile. */
  isHeld(): boolean;
  /** For how long, in milliseconds. */
  heldMs(): number;
  /** Notes a renewal whose statement began at this moment. */
  renewed(startedAt: Moment): void;
  /** Notes that the session is another daemon's now, or nobody's. */
  lose(): void;
  /** Aborted when it is lost. */
  lost: AbortSignal;
};

/** A moment on both clocks: the monotonic one stops while the machine sleeps, the wall clock can be set back. */
export type Moment = { steady: number; wall: number };

export function now(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** A lease taken by a statement that began at `startedAt`. */
export function createLease(held: HeldSession, startedAt: Moment): Lease {
  const lost = new AbortController();
  let last = startedAt;
  return {
    held,
    isHeld() {
      const { steady, wall } = now();
      const passed = Math.max(steady - last.steady, wall - last.wall);
      if (passed >= TRUSTED_MS) lost.abort();
      return !lost.signal.aborted;
    },
    heldMs: () => now().steady - startedAt.steady,
    renewed(moment) {
      last = moment;
    },
    lose: () => lost.abort(),
    lost: lost.signal,
  };
}
