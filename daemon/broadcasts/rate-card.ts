import { readFileSync } from "node:fs";
import { Value, type ValueError, ValueErrorType } from "@sinclair/typebox/value";
import { ConfigError } from "../config/config.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { describe } from "../message-types/describe.ts";
import type { Plan } from "./plan/plan.ts";
import { wrong } from "./plan/wrong.ts";

const NOTHING_ELSE = { additionalProperties: false };

const RateCardSchema = Type.Object({
  currency: Type.String({ pattern: "^[A-Z]{3}$", description: "Three capital letters, such as EUR" }),
  prices: Type.Record(
    Type.String({ pattern: "^([A-Z]{2}|\\*)$" }),
    // Meta has categories beside those of templates, in capital letters or (in its webhooks) small ones
    Type.Record(
      Type.String({ pattern: "^[A-Za-z]+(_[A-Za-z]+)*$" }),
      Type.Number({ minimum: 0 }),
      NOTHING_ELSE,
    ),
    NOTHING_ELSE,
  ),
});

/** Prices of template messages, by the country of its recipient (`*`: any other) and the template's category in capital letters. */
export type RateCard = Static<typeof RateCardSchema>;

/** Reads the rate card of the settings; null without one. Throws `ConfigError` for a file that is none. */
export function readRateCard({ rateCard: path }: { rateCard?: string | undefined }): RateCard | null {
  if (path === undefined) return null;
  const card = parsed(path);
  const [issue] = Value.Errors(RateCardSchema, card);
  if (issue === undefined) return inCapitals(card as RateCard);
  throw new ConfigError(
    `WAYPOST_RATE_CARD: ${path} is not a rate card, such as {"currency":"EUR","prices":{"DE":{"MARKETING":0.1}}}: ${inWords(issue)}`,
  );
}

function inCapitals({ currency, prices }: RateCard): RateCard {
  const capitals = (row: RateCard["prices"][string]) =>
    Object.entries(row).map(([category, price]) => [category.toUpperCase(), price] as const);
  return {
    currency,
    prices: Object.fromEntries(
      Object.entries(prices).map(([country, row]) => [country, Object.fromEntries(capitals(row))]),
    ),
  };
}

/** What is wrong with a card: `/prices/Germany is no country: …`. */
function inWords(issue: ValueError): string {
  if (issue.type !== ValueErrorType.ObjectAdditionalProperties)
    return `${issue.path || "its contents"}: ${describe(issue)}`;
  return issue.path.split("/").length === 3
    ? `${issue.path} is no country: write two capital letters, or * for all others`
    : `${issue.path} is no category, such as UTILITY or AUTHENTICATION_INTERNATIONAL`;
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
