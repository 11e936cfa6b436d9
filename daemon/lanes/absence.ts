/** Whether the database was away a moment ago, so that other daemons may not have come back to it yet. */
export type Absence = {
  /** Notes that a heartbeat was written at this moment, in milliseconds. */
  beat(now: number): void;
  /** Whether others are given time to come back; also while this daemon's own heartbeat is late. */
  isRecent(now: number): boolean;
};

/** A heartbeat that is later than this had to wait for the database. */
const LATE_MS = 3000;
/** How long the others may take: each looks for the database every second. */
const RETURN_MS = 5000;
/** A machine that is always late must not hold up the search for daemons that are gone. */
const ONCE_IN_MS = 30_000;

/** The database counts as never away until a first heartbeat is late. */
export function createAbsence(): Absence {
  let last = Number.POSITIVE_INFINITY;
  let backAt = Number.NEGATIVE_INFINITY;
  const isLate = (now: number) => now - last > LATE_MS && now - backAt > ONCE_IN_MS;
  return {
    beat(now) {
      if (isLate(now)) backAt = now;
      last = now;
    },
    isRecent: (now) => isLate(now) || now - backAt < RETURN_MS,
  };
}
