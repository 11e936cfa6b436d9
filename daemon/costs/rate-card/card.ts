import type { RateRow } from "../../../db/costs/rate-cards.ts";
import { refused } from "../../contacts/refused.ts";
import type { Static } from "../../lib/typebox.ts";
import { countriesOf, isRegion } from "../rates/markets.ts";
import { categoryOf, type Tier } from "../rates/rates.ts";
import type { PricesSchema } from "./schema.ts";

/** What messages to a market cost by category, with the place in the request that says so. */
export type Market = {
  market: string;
  place: string;
  /** What comes before the message of a refusal, such as `line 7: `. */
  line: string;
  prices: ReadonlyMap<string, readonly Tier[]>;
  /** The list prices, from the file of rates, if a file of tiers was given as well. */
  listed?: ReadonlyMap<string, readonly Tier[]>;
};

/** The markets of a card in JSON. Throws 422. */
export function marketsOf(prices: Static<typeof PricesSchema>): Market[] {
  return Object.entries(prices).map(([market, row]) => {
    const place = `/prices/${market}`;
    const entries = Object.entries(row).map(([name, price]) => {
      const tiers = typeof price === "number" ? [{ above: 0, amount: price }] : price;
      return [knownAs(name, `${place}/${name}`), inOrder(tiers, `${place}/${name}`)] as const;
    });
    const twice = entries.find(([category], at) => entries.findIndex(([one]) => one === category) < at);
    if (twice !== undefined) throw refused(place, `names ${twice[0]} twice`);
    return { market: market.trim(), place, line: "", prices: new Map(entries) };
  });
}

/** The category as records have it; new ones of Meta's are taken, too. */
function knownAs(name: string, place: string): string {
  const category = categoryOf(name);
  if (/^[a-z]+(_[a-z]+){0,4}$/.test(category) && category.length <= 60) return category;
  throw refused(place, "is no category, such as UTILITY or AUTHENTICATION_INTERNATIONAL");
}

function inOrder(tiers: readonly Tier[], place: string): readonly Tier[] {
  if (tiers[0]?.above !== 0) throw refused(place, "the first tier begins above 0");
  if (tiers.some(({ above }, at) => above <= (tiers[at - 1]?.above ?? -1)))
    throw refused(place, "each tier begins above the one before it");
  return tiers;
}

/** The rates of each country. A country that is named by itself is in no region. Throws 422 for a name that is no market. */
export function ratesOf(markets: readonly Market[]): RateRow[] {
  const placed = markets.map((market) => ({ market, countries: placesOf(market) }));
  refuseTwice(placed);
  const ofCountry = new Map<string, Market>();
  for (const { market, countries } of placed)
    if (!isRegion(market.market)) ofCountry.set(countries[0] ?? "", market);
  for (const { market, countries } of placed)
    for (const country of countries) if (!ofCountry.has(country)) ofCountry.set(country, market);
  return [...ofCountry].flatMap(([country, market]) => rowsOf(country, market));
}

type Placed = { market: Market; countries: readonly string[] };

/** Throws 422 for a country or a region that is named twice: which of the two prices holds would be up to their order. */
function refuseTwice(placed: readonly Placed[]): void {
  const seen = new Map<string, Market>();
  for (const { market, countries } of placed) {
    const key = `${isRegion(market.market) ? "region" : "country"} ${countries[0]}`;
    const before = seen.get(key);
    if (before !== undefined)
      throw refused(market.place, `${market.line}${market.market} is the same as ${before.market} before it`);
    seen.set(key, market);
  }
}

function rowsOf(country: string, { market, prices }: Market): RateRow[] {
  return [...prices].flatMap(([category, tiers]) =>
    tiers.map((tier) => ({ country, category, market, ...tier })),
  );
}

function placesOf({ market, place, line }: Market): readonly string[] {
  const countries = countriesOf(market);
  if (countries !== null) return countries;
  const how =
    'write two capital letters, an English name, a region of Meta\'s such as "Rest of Africa", or Other';
  throw refused(place, `${line}"${market}" is no country: ${how}`);
}
