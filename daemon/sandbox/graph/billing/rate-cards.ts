import { marketsOf } from "./markets.ts";
import { type RateTable, rateKey, type Tier } from "./rate-file.ts";

/** What a message to a country costs, in units, by how many there were of its market before; the lowest tier is first. */
export type Rate = { market: string; tiers: readonly Tier[] };
export type RateQuery = { currency: string; day: string; country: string; category: string };

export type RateCards = {
  /** Rates from a day on, until those of a later day. */
  put(validFrom: string, table: RateTable): void;
  /** Null without a card of the currency that is valid on the day, or when it has no such rate. */
  find(query: RateQuery): Rate | null;
  clear(): void;
};

/** Each of a group's people costs what they cost alone, without volume tiers. */
const GROUP = /^group_/;

type Card = { validFrom: string; table: RateTable };

export function createRateCards(): RateCards {
  let cards: Card[] = [];
  return {
    put(validFrom, table) {
      const others = cards.filter(
        (one) => one.validFrom !== validFrom || one.table.currency !== table.currency,
      );
      cards = [...others, { validFrom, table }].sort((one, other) =>
        one.validFrom < other.validFrom ? 1 : -1,
      );
    },
    find({ currency, day, country, category }) {
      const card = cards.find(({ validFrom, table }) => table.currency === currency && validFrom <= day);
      return card === undefined ? null : rateIn(card.table, country, category);
    },
    clear() {
      cards = [];
    },
  };
}

function rateIn({ rates, tiers }: RateTable, country: string, category: string): Rate | null {
  // a card from before service messages were charged has no rate for them: it is that of utility
  const single = category.replace(GROUP, "");
  const isTiered = single === category && category !== "service";
  for (const column of single === "service" ? ["service", "utility"] : [single]) {
    const market = marketsOf(country).find((name) => rates.has(rateKey(name, column)));
    const units = market === undefined ? undefined : rates.get(rateKey(market, column));
    if (market === undefined || units === undefined) continue;
    const list = [{ from: 0, to: null, units }];
    return { market, tiers: isTiered ? (tiers.get(rateKey(market, column)) ?? list) : list };
  }
  return null;
}
