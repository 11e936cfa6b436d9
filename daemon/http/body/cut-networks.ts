import { setNewest } from "../../lib/bounded.ts";

/** Networks whose bodies have been given up, and how long their next responses are held back for it. */
export type CutNetworks = {
  /** One more body of this network is given up. */
  note(network: string): void;
  /** Milliseconds; 0 for a network that is seldom cut. */
  pauseMs(network: string): number;
};

/** Cuts are forgotten by halves: what counts is the last minute. */
const HALF_LIFE_MS = 10_000;
/** Fewer happen to people on bad lines. */
const MANY = 50;
/** More count for no more, so that a network is forgiven within a minute. */
const MOST = 1000;
const PAUSE_MS_PER_CUT = 10;
/** Beyond so many networks the ones that were not cut for the longest are forgotten. */
const MOST_NETWORKS = 10_000;

type Entry = { cuts: number; at: number };

export function createCutNetworks(now: () => number = () => performance.now()): CutNetworks {
  const entries = new Map<string, Entry>();

  function cutsOf(network: string): number {
    const { cuts, at } = entries.get(network) ?? { cuts: 0, at: 0 };
    return cuts * 0.5 ** ((now() - at) / HALF_LIFE_MS);
  }

  return {
    note(network) {
      const cuts = Math.min(MOST, cutsOf(network) + 1);
      setNewest(entries, network, { cuts, at: now() }, MOST_NETWORKS);
    },
    pauseMs(network) {
      const cuts = cutsOf(network);
      return cuts < MANY ? 0 : Math.ceil(cuts * PAUSE_MS_PER_CUT);
    },
  };
}
