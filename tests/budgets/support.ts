import { defineTemplate } from "../broadcasts/support.ts";
import { insertRates } from "../costs/insert-rates.ts";
import type { TestDaemon } from "../support/daemon.ts";
import { lookUntil, until } from "../support/until.ts";

/** Prices in every country, in euro. */
export const PRICES = { marketing: 0.1, utility: 0.03, authentication: 0.02 };

export type Priced = keyof typeof PRICES;

type Place = Pick<TestDaemon, "sql" | "organizationId" | "sandbox">;

/** Makes a rate card, and an approved template in each category that is named for it. */
export async function insertPrices(place: Place): Promise<void> {
  await insertRates(place.sql, "EUR", { "*": PRICES });
  const components = [{ type: "BODY", text: "Your table is ready." }];
  for (const name of Object.keys(PRICES))
    await defineTemplate(place, name, "approved", { category: name.toUpperCase(), components });
}

/** Does the same with a daemon that runs, and waits until it has heard of it. */
export async function prepareTemplates(waypost: TestDaemon): Promise<void> {
  await insertPrices(waypost);
  // the daemon hears of the card a moment later
  await until(async () => {
    const { body } = await waypost.call("POST", "/v1/messages", templateFor(waypost, "utility"));
    return (await waypost.call("GET", `/v1/messages/${body.id}`)).body.cost !== null;
  });
  await waypost.call("POST", "/v1/messages/cancel", { channel_id: waypost.channelId });
  await lookUntil(
    () => waypost.sql`select from lane_items where kind = 'channel'`,
    (rows) => rows.length === 0,
  );
}

/** The body of a send of a template in a category, without parameters. */
export function templateFor(
  { channelId }: Pick<TestDaemon, "channelId">,
  category: Priced,
  to = "14155557001",
) {
  const template = { name: category, language: { code: "en_US" } };
  return { channel_id: channelId, to, type: "template", content: { template } };
}
