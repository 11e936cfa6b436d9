import type { HeldSession } from "../../db/whatsapp-web/sessions.ts";

/** How long a session is this daemon's after a renewal, as the database counts. */
export const LEASE_MS = 15_000;
/** How long this daemon itself counts on it: less, because a crash of Postgres can undo a renewal. */
const TRUSTED_MS = 10_000;

/** A session as this daemon holds it, for as long as it does. */
export type Lease = {
  held: HeldSession;
  /** False from the moment the lease may have passed to another daemon, whatever this one was doing meanwhile. */
  isHeld(): boolean;
  /** It was renewed by a statement that began at this moment. */
  renewed(startedAt: Moment): void;
  /** It is another's now, or nobody's. */
  lose(): void;
  /** Aborted when it is lost. */
  lost: AbortSignal;
};

/** A moment on both clocks: the steady one stands still while a machine sleeps, the other one may be set back. */
export type Moment = { steady: number; wall: number };

export function now(): Moment {
  return { steady: performance.now(), wall: Date.now() };
}

/** A lease that was taken by a statement that began at `startedAt`. */
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
    renewed(moment) {
      last = moment;
    },
    lose: () => lost.abort(),
    lost: lost.signal,
  };
}
