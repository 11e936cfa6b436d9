/** The prices of broadcasts, as an operator writes them down. */
import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { priceOf, readRateCard } from "../../daemon/broadcasts/rate-card.ts";
import { ConfigError } from "../../daemon/config/config.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const folder = temporaryFolder("rate-card");
const readCard = (text: string) => {
  const path = join(folder, "card.json");
  writeFileSync(path, text);
  return readRateCard({ rateCard: path });
};

test("a rate card takes all of Meta's names of categories, in capital letters or small ones", () => {
  const row = { AUTHENTICATION_INTERNATIONAL: 0.2, marketing_lite: 0.1, service: 0 };
  const card = readCard(JSON.stringify({ currency: "USD", prices: { IN: row, "*": { Utility: 0.01 } } }));
  expect(card?.prices).toEqual({
    IN: { AUTHENTICATION_INTERNATIONAL: 0.2, MARKETING_LITE: 0.1, SERVICE: 0 },
    "*": { UTILITY: 0.01 },
  });
  expect(card && priceOf(card, "DE", "utility")).toBe(0.01);
});

const cardOf = (prices: unknown, currency: unknown = "EUR") => JSON.stringify({ currency, prices });

test.each([
  ["/prices/Germany is no country", cardOf({ Germany: { UTILITY: 1 } })],
  ["/prices/DE/UTILITY COST is no category", cardOf({ DE: { "UTILITY COST": 1 } })],
  ["/prices/DE: expected an object", cardOf({ DE: 1 })],
  ["/prices/DE/UTILITY: ", cardOf({ DE: { UTILITY: "0.1" } })],
  ["/prices/DE/UTILITY: ", cardOf({ DE: { UTILITY: -1 } })],
  ["/prices: ", cardOf(undefined)],
  ["/currency: ", cardOf({}, "€")],
  ["its contents: expected an object", "null"],
  ["can't be read", "{"],
])("a rate card that is none keeps the daemon from starting: %s", (words, text) => {
  expect(() => readCard(text)).toThrow(ConfigError);
  expect(() => readCard(text)).toThrow(words);
});

test("so does one that is not there", () => {
  expect(() => readRateCard({ rateCard: join(folder, "none.json") })).toThrow("can't be read");
});
