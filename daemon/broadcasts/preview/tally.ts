import { SKIP_REASONS, type SkipReason, type Verdict } from "../audience/judge.ts";
import { NONE_TAKEN, type Taken, withinLimit } from "../audience/limit.ts";
import type { Plan } from "../plan/plan.ts";
import type { Prices } from "../prices.ts";

/** How many messages are shown. */
export const MOST_SAMPLES = 5;

/** The counts so far, as short as a cursor has to be. */
export type Counted = {
  taken: Taken;
  skipped: Partial<Record<SkipReason, number>>;
  /** Rows of a file that nobody can be found by. */
  refused: number;
  /** Those who would get it whose number the channel did not ask WhatsApp about. */
  unchecked: number;
  /** People by the country of their number, null where it says none; and what they cost, null where one has no price. */
  countries: [country: string | null, people: number, amount: number | null][];
  /** Contacts whose messages are shown. */
  samples: string[];
};

const NOBODY: Counted = {
  taken: NONE_TAKEN,
  skipped: {},
  refused: 0,
  unchecked: 0,
  countries: [],
  samples: [],
};

export type Tally = ReturnType<typeof createTally>;

/** Counts verdicts, each contact's once, from where somebody left off. */
export function createTally(plan: Plan, { taken: before, skipped: left, ...counted }: Counted = NOBODY) {
  // only named contacts can come twice: no set grows with a large audience
  const seen = plan.audience.contact_ids === undefined ? null : new Set<string>();
  const taken = { ...before, counted: { ...before.counted } };
  const skipped = { ...left };
  let { refused, unchecked } = counted;
  const countries = new Map(counted.countries.map(([country, ...sums]) => [country, sums] as const));
  const samples = [...counted.samples];

  function take(verdict: Verdict): void {
    if (verdict.reason !== null) {
      skipped[verdict.reason] = (skipped[verdict.reason] ?? 0) + 1;
      return;
    }
    if (samples.length < MOST_SAMPLES) samples.push(verdict.contactId);
    const [people, amount] = countries.get(verdict.country) ?? [0, 0];
    const cost = amount === null || verdict.price === null ? null : amount + verdict.price;
    countries.set(verdict.country, [people + 1, cost]);
  }

  return {
    add(contactId: string, verdict: () => Verdict) {
      if (seen?.has(contactId)) return;
      seen?.add(contactId);
      take(withinLimit(verdict(), plan, taken));
    },
    refuse(rows: number) {
      refused += rows;
    },
    leaveUnchecked() {
      unchecked += 1;
    },
    counted: (): Counted => ({
      ...{ taken, skipped, refused, unchecked, samples },
      countries: [...countries].map(([country, [people, amount]]) => [country, people, amount]),
    }),
    figures() {
      const rows = SKIP_REASONS.map((reason) => ({ reason, count: skipped[reason] ?? 0 }));
      const left = rows.reduce((sum, { count }) => sum + count, 0);
      const some = rows.filter(({ count }) => count > 0);
      return { audience: taken.people + left, sendable: taken.people, skipped: some, refused, unchecked };
    },
    cost({ currency, isAtMost }: Prices, category: string) {
      const rows = [...countries].map(([country, [people, amount]]) => ({
        ...{ country, people, amount: amount === null ? null : rounded(amount) },
      }));
      const largest = rows.sort((one, other) => other.people - one.people);
      const atMost = isAtMost ? { at_most: true } : {};
      return { amount: rounded(taken.cost), currency, category, ...atMost, countries: largest };
    },
  };
}

/** Sums of prices gather what computers can't write in decimals. */
function rounded(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
