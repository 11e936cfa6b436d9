import type { BodyOf } from "../../../api/call.ts";
import { hasNoMarket, type PriceRow, pricesOf } from "./prices.ts";

export type CardBody = BodyOf<"PUT /v1/rate-card">;

/** What a form of a rate card has: Meta's files as text or JSON, or prices that are typed; empty where nothing was written. */
export type CardFields = {
  from: "files" | "typed";
  rates: string;
  tiers: string;
  rows: readonly PriceRow[];
  currency: string;
  validFrom: string;
};

/** Whether there is something to set: a file, or prices that all have a market, and their currency. */
export function isFilled({ from, rates, rows, currency }: CardFields): boolean {
  if (from === "files") return rates.trim() !== "";
  if (rows.some(hasNoMarket)) return false;
  return currency !== "" && Object.keys(pricesOf(rows)).length > 0;
}

/** Whether rates are JSON, which has its tiers in it. */
export function isJson(rates: string): boolean {
  return rates.trimStart().startsWith("{");
}

/** The card as the API takes it; null for JSON that can't be read. */
export function cardBodyOf({ from, rates, tiers, rows, currency, validFrom }: CardFields): CardBody | null {
  const said = {
    ...(currency === "" ? {} : { currency }),
    ...(validFrom === "" ? {} : { valid_from: validFrom }),
  };
  if (from === "typed") return { prices: pricesOf(rows), ...said };
  if (!isJson(rates)) return { csv: rates, ...(tiers.trim() === "" ? {} : { tiers_csv: tiers }), ...said };
  try {
    const { prices, ...card } = JSON.parse(rates) as CardBody;
    return {
      ...(prices === undefined ? {} : { prices }),
      ...(card.currency === undefined ? {} : { currency: card.currency }),
      ...(card.valid_from === undefined ? {} : { valid_from: card.valid_from }),
      ...said,
    };
  } catch {
    return null;
  }
}
