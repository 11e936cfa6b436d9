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

/**
 * Turns go round the parties, and within each round those that belong to it. No party has the last free place; with two
 * `levels`, none that belongs to a party has the last of the party's.
 */
export function createShares({
  atOnce,
  levels = 1,
  ...limits
}: QueueLimits & { atOnce: number; levels?: 1 | 2 }): Shares {
  const queue = createFairQueue(limits);
  const working = new Map<string | undefined, number>();
  let all = 0;
  const counted = (names: Names) => [names[0], ...names.slice(1, levels)];
  const mayGo = (names: Names) =>
    counted(names).every((name, level) => (working.get(name) ?? 0) < Math.max(1, atOnce - 1 - level));

  function count(names: Names, change: 1 | -1): void {
    all += change;
    for (const name of counted(names)) {
      const left = (working.get(name) ?? 0) + change;
      if (left === 0) working.delete(name);
      else working.set(name, left);
    }
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
