import { createFairQueue, type FairQueue, type Names, type QueueLimits } from "./fair-queue.ts";

/** A pool of places that several parties share. */
export type Shares = {
  /** Does work when it is the turn of these names. Rejects as the queue does. */
  inTurn<Result>(
    names: Names,
    work: () => PromiseLike<Result>,
    options?: Parameters<FairQueue["wait"]>[1],
  ): Promise<Result>;
};

/** Turns go round the parties, and within each round those that belong to it. No party has the last free place. */
export function createShares({ atOnce, ...limits }: QueueLimits & { atOnce: number }): Shares {
  const queue = createFairQueue(limits);
  const mostOfOne = Math.max(1, atOnce - 1);
  const working = new Map<string | undefined, number>();
  let all = 0;
  const mayGo = ([party]: Names) => (working.get(party) ?? 0) < mostOfOne;

  function count([party]: Names, change: 1 | -1): void {
    const left = (working.get(party) ?? 0) + change;
    all += change;
    if (left === 0) working.delete(party);
    else working.set(party, left);
  }

  function passOn(): void {
    while (all < atOnce) {
      const names = queue.next(mayGo);
      if (names === undefined) return;
      count(names, 1);
    }
  }

  return {
    async inTurn(names, work, options) {
      if (all < atOnce && mayGo(names)) {
        count(names, 1);
        queue.note(names);
      } else await queue.wait(names, options);
      try {
        return await work();
      } finally {
        count(names, -1);
        passOn();
      }
    },
  };
}
