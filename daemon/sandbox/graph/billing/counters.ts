import type { Tier } from "./rate-file.ts";

/** Service messages of a number that are free in a month (Meta, since October 2026). */
const FREE_SERVICE_MESSAGES = 1_000;

export type Counters = {
  /** Whether a service message of the number is still free that month. */
  isFree(phoneId: string, month: string): boolean;
  takeFree(phoneId: string, month: string): void;
  /** Counts a charged message of a market in the portfolio: the tier it is in, and whether it is the first there. */
  charge(name: string, month: string, tiers: readonly Tier[]): { tier: Tier; isFirst: boolean };
  /** One charged message less: the last one, whose tier this is. */
  discharge(name: string, month: string, tiers: readonly Tier[]): Tier;
  clear(): void;
};

export function createCounters(): Counters {
  const counts = new Map<string, number>();
  const add = (key: string, more: number) => {
    const count = (counts.get(key) ?? 0) + more;
    counts.set(key, count);
    return count;
  };
  return {
    isFree: (phoneId, month) => (counts.get(`free ${phoneId} ${month}`) ?? 0) < FREE_SERVICE_MESSAGES,
    takeFree: (phoneId, month) => void add(`free ${phoneId} ${month}`, 1),
    charge(name, month, tiers) {
      const count = add(`charged ${name} ${month}`, 1);
      const tier = tierAt(tiers, count);
      return { tier, isFirst: tier.from > 0 && count === tier.from };
    },
    discharge: (name, month, tiers) => tierAt(tiers, add(`charged ${name} ${month}`, -1) + 1),
    clear: () => counts.clear(),
  };
}

function tierAt(tiers: readonly Tier[], count: number): Tier {
  const tier = tiers.findLast(({ from }) => count >= from) ?? tiers[0];
  if (tier === undefined) throw new Error("a rate has no tiers");
  return tier;
}
