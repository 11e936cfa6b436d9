import type { RateRow } from "../../../db/costs/rate-cards.ts";
import { type FieldError, problem } from "../../http/problem.ts";
import { countriesOf } from "../rates/markets.ts";
import type { Market } from "./card.ts";

/** A mark in the wrong place makes a price ten times another; what is rounded may be a little less. */
const TEN_TIMES = 9.5;
/** Markets differ more from the usual one than from their nearest. */
const FAR_FROM_USUAL = 20;
/** Fewer markets say nothing about what is usual. */
const FEWEST = 4;
const MOST_SHOWN = 10;

/**
 * Throws 409 with each price that is ten times off: off the tiers beside it, the price before it, or what the other
 * markets and categories have. It may be meant so: then the card is sent again with `confirmed`.
 */
export function refuseUnlikely(markets: readonly Market[], before: readonly RateRow[]): void {
  const found = unlikelyPrices(markets, before);
  if (found.length === 0) return;
  const shown = found.slice(0, MOST_SHOWN).map(({ message }) => message);
  const more = found.length > MOST_SHOWN ? [`and ${found.length - MOST_SHOWN} more`] : [];
  throw problem(409, "unlikely_prices", [...shown, ...more].join("; "), {
    errors: found.slice(0, MOST_SHOWN),
    hint: "Mend them, or send the same again with `confirmed`: true if they are meant so.",
  });
}

/** The prices that are ten times off, each once, with its place in the request. */
export function unlikelyPrices(markets: readonly Market[], before: readonly RateRow[]): FieldError[] {
  const usual = usualOf(markets);
  return markets.flatMap((market) =>
    [...market.prices.keys()].flatMap((category) => {
      const why =
        offItsTiers(market, category) ??
        offTheCardBefore(market, category, before) ??
        offItsColumn(markets, market, category) ??
        offItsLine(market, category, usual);
      const message = `${market.line}${market.market}, ${category}: ${why}`;
      return why === null ? [] : [{ path: market.place, message }];
    }),
  );
}

/** Whether one price is ten times another; free ones are compared with nothing. */
function isOff(one: number, other: number, times = TEN_TIMES): boolean {
  return one > 0 && other > 0 && (one / other >= times || other / one >= times);
}

function offItsTiers({ prices, listed }: Market, category: string): string | null {
  const tiers = prices.get(category) ?? [];
  const list = listed?.get(category)?.[0]?.amount;
  const first = tiers[0]?.amount ?? 0;
  if (list !== undefined && isOff(first, list))
    return `its first tier is ${first}, but the file of rates has ${list}`;
  const at = tiers.findIndex(({ amount }, place) => isOff(amount, tiers[place - 1]?.amount ?? amount));
  return at === -1 ? null : `its tiers are ${tiers[at - 1]?.amount}, then ${tiers[at]?.amount}`;
}

function offTheCardBefore(
  { market, prices }: Market,
  category: string,
  before: readonly RateRow[],
): string | null {
  const amount = listPrice({ prices }, category);
  const countries = countriesOf(market) ?? [];
  const earlier = before.filter(
    (rate) => rate.category === category && rate.above === 0 && countries.includes(rate.country),
  );
  // a region's countries may have had other prices
  if (earlier.length === 0 || !earlier.every((rate) => isOff(amount, rate.amount))) return null;
  return `${amount} is ten times off the card before it, which has ${earlier[0]?.amount}`;
}

function offItsColumn(markets: readonly Market[], market: Market, category: string): string | null {
  const amount = listPrice(market, category);
  const others = markets
    .filter((one) => one !== market)
    .map((one) => listPrice(one, category))
    .filter((one) => one > 0);
  if (amount === 0 || others.length < FEWEST - 1) return null;
  const [least, most] = [Math.min(...others), Math.max(...others)];
  const isBeyond = amount / most >= TEN_TIMES || least / amount >= TEN_TIMES;
  if (!isBeyond && !isOff(amount, median(others), FAR_FROM_USUAL)) return null;
  return `${amount} is ten times off the other markets, which have ${least} to ${most}`;
}

/** What a category usually costs for what another one does; null where too few markets have both. */
type Usual = (category: string, other: string) => number | null;

function usualOf(markets: readonly Market[]): Usual {
  return (category, other) => {
    const ratios = markets
      .map((market) => listPrice(market, category) / listPrice(market, other))
      .filter((ratio) => ratio > 0 && Number.isFinite(ratio));
    return ratios.length < FEWEST ? null : median(ratios);
  };
}

/** Compared with the categories beside it: they cost about so much of each other in every market. */
function offItsLine(market: Market, category: string, usual: Usual): string | null {
  const amount = listPrice(market, category);
  const others = [...market.prices.keys()].filter((one) => one !== category && usual(category, one) !== null);
  const off = others.filter((one) => isOff(amount, listPrice(market, one) * (usual(category, one) ?? 1)));
  if (off.length === 0 || 2 * off.length < others.length) return null;
  const beside = off.map((one) => `${one} ${listPrice(market, one)}`).join(", ");
  return `${amount} is ten times off what other markets have beside ${beside}`;
}

function listPrice({ prices }: Pick<Market, "prices">, category: string): number {
  return prices.get(category)?.[0]?.amount ?? 0;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
