import { readFileSync } from "node:fs";
import { Value } from "@sinclair/typebox/value";
import { ConfigError } from "../config/config.ts";
import { type Static, Type } from "../lib/typebox.ts";
import type { Plan } from "./plan/plan.ts";
import { wrong } from "./plan/wrong.ts";

const NOTHING_ELSE = { additionalProperties: false };

const RateCardSchema = Type.Object({
  currency: Type.String({ pattern: "^[A-Z]{3}$" }),
  prices: Type.Record(
    Type.String({ pattern: "^([A-Z]{2}|\\*)$" }),
    Type.Record(Type.String({ pattern: "^[A-Z]+$" }), Type.Number({ minimum: 0 }), NOTHING_ELSE),
    NOTHING_ELSE,
  ),
});

/** Prices of template messages, by the country of its recipient (`*`: any other) and the template's category. */
export type RateCard = Static<typeof RateCardSchema>;

/** Reads the rate card of the settings; null without one. Throws `ConfigError` for a file that is none. */
export function readRateCard({ rateCard: path }: { rateCard?: string | undefined }): RateCard | null {
  if (path === undefined) return null;
  const card = parsed(path);
  const [wrong] = Value.Errors(RateCardSchema, card);
  if (wrong === undefined) return card as RateCard;
  throw new ConfigError(
    `WAYPOST_RATE_CARD: ${path} is not a rate card, such as {"currency":"EUR","prices":{"DE":{"MARKETING":0.1}}}: ${wrong.path} ${wrong.message}`,
  );
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`WAYPOST_RATE_CARD: ${path} can't be read: ${reason}`);
  }
}

/** Refuses a limit of cost that the rate card can't count. Throws 422. */
export function requirePrices(card: RateCard | null, { limit }: Plan): void {
  const currency = limit?.cost?.currency;
  if (currency === undefined || currency === card?.currency) return;
  const message =
    card === null
      ? "the daemon has no rate card (WAYPOST_RATE_CARD)"
      : `the rate card is in ${card.currency}`;
  throw wrong("/limit/cost", message);
}

/** The price of a message of a category in a country; null where the card has no price for it. */
export function priceOf({ prices }: RateCard, country: string | null, category: string): number | null {
  const rows = [country === null ? undefined : prices[country], prices["*"]];
  return rows.map((row) => row?.[category.toUpperCase()]).find((price) => price !== undefined) ?? null;
}
