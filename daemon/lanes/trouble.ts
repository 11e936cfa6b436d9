import { keyOf, type Lane } from "./lane.ts";

/** Lanes in which something is wrong, and for how long. */
export type Trouble = {
  /** It is wrong now; how long counts from the first time. */
  begins(lane: Lane): void;
  /** It is over. */
  ends(lane: Lane): void;
  /** It is over in all but these, where it is wrong now. */
  only(lanes: readonly Lane[]): void;
  /** Where it has been wrong for long. */
  lasting(): Lane[];
};

/** Moments are no trouble: what is taken up again at the next heartbeat. */
const LONG_MS = 60_000;

/** No lane in trouble; `long` is how many milliseconds are long. */
export function createTrouble(long: number = LONG_MS): Trouble {
  const since = new Map<string, { lane: Lane; at: number }>();

  function begins(lane: Lane): void {
    const key = keyOf(lane);
    if (!since.has(key)) since.set(key, { lane, at: performance.now() });
  }

  return {
    begins,
    ends: (lane) => void since.delete(keyOf(lane)),
    only(lanes) {
      const kept = new Set(lanes.map(keyOf));
      for (const key of since.keys()) if (!kept.has(key)) since.delete(key);
      lanes.forEach(begins);
    },
    lasting: () =>
      [...since.values()].filter(({ at }) => performance.now() - at >= long).map(({ lane }) => lane),
  };
}
