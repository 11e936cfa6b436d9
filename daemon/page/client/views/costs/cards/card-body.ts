import type { BodyOf } from "../../../api/call.ts";

export type CardBody = BodyOf<"PUT /v1/rate-card">;

/** What a form of a rate card has: Meta's files as text, or JSON; empty where nothing was written. */
export type CardFields = { rates: string; tiers: string; currency: string; validFrom: string };

/** Whether rates are JSON, which has its tiers in it. */
export function isJson(rates: string): boolean {
  return rates.trimStart().startsWith("{");
}

/** The card as the API takes it; null for JSON that can't be read. */
export function cardBodyOf({ rates, tiers, currency, validFrom }: CardFields): CardBody | null {
  const said = {
    ...(currency === "" ? {} : { currency: currency.toUpperCase() }),
    ...(validFrom === "" ? {} : { valid_from: validFrom }),
  };
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
