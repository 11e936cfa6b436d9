import type { Tier } from "./rate-file.ts";

/** Service messages of a number that are free in a month (Meta, since October 2026). */
const FREE_SERVICE_MESSAGES = 1_000;

export type Counters = {
  /** Whether a service message of the number is still free that month. */
  isFree(phoneId: string, month: string): boolean;
  takeFree(phoneId: string, month: string): void;
  /** Counts a charged message of a market in the portfolio: the tier it is in, and whether it is the first there. */
  charge(name: string, month: string, tiers: readonly Tier[]): { tier: Tier; isFirst: boolean };
  clear(): void;
};

export function createCounters(): Counters {
  const counts = new Map<string, number>();
  const add = (key: string) => {
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count;
  };
  return {
    isFree: (phoneId, month) => (counts.get(`free ${phoneId} ${month}`) ?? 0) < FREE_SERVICE_MESSAGES,
    takeFree: (phoneId, month) => void add(`free ${phoneId} ${month}`),
    charge(name, month, tiers) {
      const count = add(`charged ${name} ${month}`);
      const tier = tiers.findLast(({ from }) => count >= from) ?? tiers[0];
      if (tier === undefined) throw new Error(`${name} has no tiers`);
      return { tier, isFirst: tier.from > 0 && count === tier.from };
    },
    clear: () => counts.clear(),
  };
}
