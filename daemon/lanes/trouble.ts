import type { LaneKey } from "../../db/lanes/lanes.ts";
import { keyOf, type Lane } from "./lane.ts";

/** Lanes with a problem, and since when. */
export type Trouble = {
  /** Marks a lane as in trouble; the time counts from the first call. */
  begins(lane: Lane): void;
  /** Marks a lane as well again. */
  ends(lane: Lane): void;
  /** Marks all lanes but these as well. */
  keep(lanes: readonly LaneKey[]): void;
  /** Marks exactly these lanes as in trouble and all others as well. */
  only(lanes: readonly Lane[]): void;
  /** Lanes that have been in trouble for long. */
  lasting(): Lane[];
};

/** Shorter trouble does not count: the next heartbeat resolves it. */
const LONG_MS = 60_000;

/** Starts with no lane in trouble; `long` is in milliseconds. */
export function createTrouble(long: number = LONG_MS): Trouble {
  const since = new Map<string, { lane: Lane; at: number }>();

  function begins(lane: Lane): void {
    const key = keyOf(lane);
    if (!since.has(key)) since.set(key, { lane, at: performance.now() });
  }

  function keep(lanes: readonly LaneKey[]): void {
    const named = new Set(lanes.map(keyOf));
    for (const key of since.keys()) if (!named.has(key)) since.delete(key);
  }

  return {
    ...{ begins, keep },
    ends: (lane) => void since.delete(keyOf(lane)),
    only(lanes) {
      keep(lanes);
      lanes.forEach(begins);
    },
    lasting: () =>
      [...since.values()].filter(({ at }) => performance.now() - at >= long).map(({ lane }) => lane),
  };
}
