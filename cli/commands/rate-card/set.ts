import { change } from "../../lib/actions/change.ts";
import type { NewRateCard } from "../../lib/api/types/costs.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { command } from "../../lib/command/command.ts";
import { Failure, usageFailure } from "../../lib/failures/failure.ts";
import { agree } from "../../lib/input/agree.ts";
import { readJsonObject } from "../../lib/input/json-input.ts";
import { readText } from "../../lib/input/read-file.ts";
import { cardColumns } from "./columns.ts";

export const setRateCard = command({
  path: "rate-card set",
  summary: "Set what messages cost",
  description:
    "Set a rate card from Meta's CSV files of rates and of volume tiers, as they are published for each currency, or from JSON. It replaces the card that is valid from the same day in its currency; others stay, each valid until the next one. What messages cost since its first day is counted again. It asks about prices that are ten times off others. Needs a key of the operator's organisation.",
  output:
    "The card: currency, its dates, how many markets it has, the dates of all cards, and what has no price by it.",
  arguments: {
    file: { description: "Meta's file of rates, or one in JSON; `-` is standard input" },
  },
  options: {
    tiers: { value: "csv", description: "Meta's file of volume tiers in the same currency" },
    currency: { value: "code", description: "Currency of the prices, where the file does not say so" },
    "valid-from": {
      value: "day",
      description: "Its first day, such as 2026-10-01 (default: what the file says, else today)",
    },
    yes: { description: "Don't ask about prices that are ten times off others" },
  },
  writes: true,
  examples: [
    {
      description: "Meta's rates in euros with their volume tiers",
      command: "waypost rate-card set eur-rates.csv --tiers eur-tiers.csv --valid-from 2026-10-01",
    },
    {
      description: "Prices of your own",
      command: `echo '{"currency":"EUR","prices":{"DE":{"marketing":0.12},"*":{"marketing":0.06}}}' | waypost rate-card set -`,
    },
  ],
  async run({ cli, arguments: { file }, options }) {
    const { currency, tiers, yes, "valid-from": validFrom } = options;
    const body: NewRateCard = {
      ...(await pricesIn(file, tiers)),
      ...(currency === undefined ? {} : { currency }),
      ...(validFrom === undefined ? {} : { valid_from: validFrom }),
    };
    await put(cli, body, yes);
  },
});

/** Asks where the API takes prices for a mistake: they may be meant so. */
async function put(cli: Cli, body: NewRateCard, isSure: boolean): Promise<void> {
  try {
    const confirmed = isSure ? { confirmed: true } : {};
    await change(cli, "PUT /v1/rate-card", { body: { ...body, ...confirmed } }, cardColumns);
  } catch (error) {
    if (!(error instanceof Failure) || error.details.code !== "unlikely_prices") throw error;
    if (!cli.terminal.canPrompt) throw error;
    await agree(cli, false, `${error.message}. Set it all the same?`);
    await put(cli, body, true);
  }
}

async function pricesIn(file: string, tiers: string | undefined): Promise<NewRateCard> {
  const text = await readText(file);
  if (!text.trimStart().startsWith("{"))
    return { csv: text, ...(tiers === undefined ? {} : { tiers_csv: await readText(tiers) }) };
  if (tiers !== undefined) throw usageFailure("a card in JSON has its tiers in it", "Leave --tiers out.");
  const { currency, valid_from, prices } = (await readJsonObject("file", text)) as NewRateCard;
  return {
    ...(currency === undefined ? {} : { currency }),
    ...(valid_from === undefined ? {} : { valid_from }),
    ...(prices === undefined ? {} : { prices }),
  };
}
