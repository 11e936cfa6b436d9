import type { RateRow } from "../../../db/costs/rate-cards.ts";
import { refused } from "../../contacts/refused.ts";
import type { Static } from "../../lib/typebox.ts";
import { type Market, marketsOf, ratesOf } from "./card.ts";
import { readCsvCard } from "./csv.ts";
import type { PutBody } from "./schema.ts";
import { withTiers } from "./tiers-csv.ts";

/** A rate card as it is stored, and the markets as they were given. */
export type ReadCard = { currency: string; valid_from: string; rates: RateRow[]; markets: readonly Market[] };

/** Reads a card in JSON or as Meta's files have it; `today` is its first day if nothing names one. Throws 422. */
export function readCard(body: Static<typeof PutBody>, today: string): ReadCard {
  const { prices, csv, tiers_csv } = body;
  if ((prices === undefined) === (csv === undefined))
    throw refused("/prices", "give the rates either as `prices` or as Meta's file in `csv`");
  if (tiers_csv !== undefined && csv === undefined)
    throw refused("/tiers_csv", "needs the file of rates beside it, as `csv`");
  const file = csv === undefined ? null : readCsvCard(csv);
  const currency = currencyOf(body.currency, file?.currency ?? null);
  const listed = file?.markets ?? marketsOf(prices ?? {});
  const markets = tiers_csv === undefined ? listed : withTiers(listed, tiers_csv, currency);
  const rates = ratesOf(markets);
  if (rates.length === 0) throw refused(file === null ? "/prices" : "/csv", "there is no price in it");
  return {
    ...{ currency, rates, markets },
    valid_from: dayOf(body.valid_from ?? file?.validFrom ?? today),
  };
}

function currencyOf(given: string | undefined, inFile: string | null): string {
  if (given !== undefined && inFile !== null && given !== inFile)
    throw refused("/currency", `the file is in ${inFile}`);
  const currency = given ?? inFile;
  if (currency === null) throw refused("/currency", "say which one the prices are in, such as EUR");
  return currency;
}

/** Throws 422 for a day that no calendar has. */
export function dayOf(day: string): string {
  const time = Date.parse(`${day}T00:00:00Z`);
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(day)) return day;
  throw refused("/valid_from", `there is no day ${day}`);
}
