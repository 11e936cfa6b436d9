/** Rate cards as they are set and read: in JSON and as Meta's files have them, each from its day on. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readCard } from "../../daemon/costs/rate-card/read-card.ts";
import { Problem } from "../../daemon/http/problem.ts";
import { startParties } from "../access/parties.ts";

let parties: Awaited<ReturnType<typeof startParties>>;
beforeAll(async () => {
  parties = await startParties();
});
afterAll(() => parties.daemon.stop());

const CSV = [
  '\uFEFF"Cost per message in USD, effective October 1, 2026",,,,,,',
  "Note: Authentication-International applies to some markets.,,,,,,",
  'Market,Currency,Marketing,Utility,Authentication,"Authentication-\nInternational",Service',
  "Brazil,$US,$0.0625,0.0068,0.0068,n/a,0.0068",
  "Indonesia,$US,0.0411,0.025,0.025,0.136,0.025",
  'Poland,$US,"0,0303",0.0101,0.0101,n/a,0.0101',
  '"Rest of Central & Eastern Europe",$US,0.086,0.0212,0.0212,n/a,0.0212',
  "Rest of Latin America,$US,0.074,0.0113,0.0113,n/a,0.0113",
  "Other,$US,0.0604,0.0077,0.0077,n/a,0.0077",
  ",,,,,,",
  "Rates exclude taxes.,,,,,,",
].join("\r\n");

const TIERS = [
  "Market,Currency,Category,From,To,Rate,Rate vs. list",
  'Rest of Latin America,$US,Utility,0,"250,000",0.0113,n/a',
  'Rest of Latin America,$US,Utility,"250,001","2,000,000",0.0107,-5%',
  'Rest of Latin America,$US,Utility,"2,000,001",,0.0102,-10%',
].join("\n");

test("Meta's files say the currency, the first day, the markets and the tiers", () => {
  const card = readCard({ csv: CSV, tiers_csv: TIERS }, "2026-11-26");
  expect([card.currency, card.valid_from]).toEqual(["USD", "2026-10-01"]);
  const at = (country: string, category: string) =>
    card.rates.filter((rate) => rate.country === country && rate.category === category);
  expect(at("BR", "marketing")).toMatchObject([{ amount: 0.0625, above: 0, market: "Brazil" }]);
  expect(at("ID", "authentication_international")).toMatchObject([{ amount: 0.136 }]);
  expect(at("BR", "authentication_international")).toEqual([]);
  expect(at("PL", "marketing")).toMatchObject([{ amount: 0.0303, market: "Poland" }]);
  expect(at("CZ", "marketing")).toMatchObject([
    { amount: 0.086, market: "Rest of Central & Eastern Europe" },
  ]);
  expect(at("*", "service")).toMatchObject([{ amount: 0.0077, market: "Other" }]);
  expect(at("PY", "utility").map(({ above, amount }) => [above, amount])).toEqual([
    [0, 0.0113],
    [250_000, 0.0107],
    [2_000_000, 0.0102],
  ]);
  const inRows = readCard(
    { csv: CSV, tiers_csv: TIERS.replace(",From,To,", ",Volume tier,,") },
    "2026-11-26",
  );
  expect(inRows.rates.length).toBe(card.rates.length);
});

test("any category of Meta's is taken, in capital letters or small ones", () => {
  const names = { AUTHENTICATION_INTERNATIONAL: 0.2, marketing_lite: 0.1, Service: 0 };
  const { rates } = readCard({ currency: "USD", prices: { IN: names } }, "2026-11-26");
  expect(rates.map(({ category, amount }) => [category, amount])).toEqual([
    ["authentication_international", 0.2],
    ["marketing_lite", 0.1],
    ["service", 0],
  ]);
});

const json = (prices: Record<string, Record<string, number>>) => ({ currency: "EUR", prices });
const csv = (from: string, to: string) => ({ csv: CSV.replace(from, to) });
const tiers = (from: string, to: string) => ({ csv: CSV, tiers_csv: TIERS.replace(from, to) });

test.each([
  ['/csv: line 6: marketing: "abc" is no amount: write it such as 0.0625', csv("0.0411", "abc")],
  ['/csv: line 6: "Atlantis" is no country', csv("Indonesia", "Atlantis")],
  ["/csv: line 6: Brazil is the same as Brazil before it", csv("Indonesia", "Brazil")],
  ["/csv: line 6: another currency than USD above it", csv("Indonesia,$US", "Indonesia,EUR")],
  [
    "/csv: line 7: it has 8 cells, the heading 7: put an amount with a comma in quotes",
    csv('"0,0303"', "0,0303"),
  ],
  ["/csv: line 6: it has 4 cells, the heading 7", csv("0.025,0.025,0.136,0.025", "0.025")],
  ["/csv: no line of it is a heading", { csv: "hello" }],
  ["/csv: it is no CSV", { csv: 'Market,"Marketing\n' }],
  [
    "/csv: line 9: Rest of Latin America is the same as Rest of Latin America before it",
    csv('"Rest of Central & Eastern Europe"', "Rest of Latin America"),
  ],
  ["/csv: the heading names marketing twice", csv("Utility,Authentication", "Marketing,Authentication")],
  ['/csv: line 6: "constructor" is no country', csv("Indonesia", "constructor")],
  ["/currency: the file is in USD", { csv: CSV, currency: "EUR" }],
  ["/valid_from: there is no day 2026-02-30", { csv: CSV, valid_from: "2026-02-30" }],
  ["/tiers_csv: line 3: its tier begins with 250005, not 250001", tiers("250,001", "250,005")],
  ["/tiers_csv: line 2: Peru is in no line", tiers("Rest of Latin America", "Peru")],
  ["/tiers_csv: line 3: the first message of its tier is no whole number", tiers('"250,001"', "many")],
  ['/prices/Germania: "Germania" is no country', json({ Germania: { utility: 1 } })],
  ["/prices/Germany: Germany is the same as DE", json({ DE: { utility: 1 }, Germany: { utility: 1 } })],
  ["/prices/DE: names utility twice", json({ DE: { utility: 1, UTILITY: 2 } })],
  [
    "/prices/DE/utility: the first tier begins above 0",
    { currency: "EUR", prices: { DE: { utility: [{ above: 5, amount: 1 }] } } },
  ],
  ["/prices/DE/UTILITY?: is no category", json({ DE: { "UTILITY?": 1 } })],
  ["/prices: give the rates either", { currency: "EUR" }],
  ["/currency: say which one", { prices: { DE: { utility: 1 } } }],
])("a card that is none is refused with how to mend it: %s", (words, body) => {
  let refusal: unknown;
  try {
    readCard(body, "2026-11-26");
  } catch (cause) {
    refusal = cause;
  }
  expect(refusal).toBeInstanceOf(Problem);
  expect((refusal as Problem).detail).toStartWith(words);
});

const DAY = { before: "2026-09-30", first: "2026-10-01", later: "2026-12-31" };

test("a card is valid from its day until the next one in its currency, and can be put again as it is shown", async () => {
  const { own } = parties;
  const old = { currency: "USD", valid_from: "2026-07-01", prices: { BR: { utility: 0.008 } } };
  expect((await own.call("PUT", "/v1/rate-card", old)).body.card).toMatchObject({
    ...old,
    valid_until: null,
  });
  const { status, body } = await own.call("PUT", "/v1/rate-card", { csv: CSV, tiers_csv: TIERS });
  expect(status).toBe(200);
  expect(body.card.countries["Rest of Central & Eastern Europe"]).not.toContain("PL");
  expect(body.cards).toEqual([
    { currency: "USD", valid_from: "2026-10-01", valid_until: null },
    { currency: "USD", valid_from: "2026-07-01", valid_until: "2026-09-30" },
  ]);
  const priceAt = async (day: string) =>
    (await own.call("GET", `/v1/rate-card?at=${day}`)).body.card?.valid_from ?? null;
  expect(await Promise.all(["2026-06-30", DAY.before, DAY.first, DAY.later].map(priceAt))).toEqual([
    ...[null, "2026-07-01"],
    ...["2026-10-01", "2026-10-01"],
  ]);
  const { currency, valid_from, prices } = body.card;
  const again = await own.call("PUT", "/v1/rate-card", { currency, valid_from, prices });
  expect(again.body.card).toEqual({ ...body.card, created_at: again.body.card.created_at });
});

test("costs have the currency of the first card: one in another is refused, also for a day to come", async () => {
  const { own } = parties;
  const prices = { DE: { utility: 1 } };
  for (const valid_from of ["2026-10-02", "2999-01-01"]) {
    const { status, body } = await own.call("PUT", "/v1/rate-card", { currency: "EUR", valid_from, prices });
    expect([status, body.detail]).toEqual([
      422,
      "/currency: costs are counted in USD, as the first rate card is. To count them in EUR from now on, delete the cards in USD (waypost rate-card delete …), set those in EUR, and make the budgets again",
    ]);
  }
  const { cards } = (await own.call("GET", "/v1/rate-card")).body;
  for (const { valid_from } of cards) await own.call("DELETE", `/v1/rate-card?valid_from=${valid_from}`);
  const body = { currency: "EUR", valid_from: "2026-10-02", prices };
  expect((await own.call("PUT", "/v1/rate-card", body)).status).toBe(200);
});

test("only the operator sets and deletes cards; all who see costs read them", async () => {
  const { own, foreign } = parties;
  const day = "valid_from=2026-10-02";
  const refused = await foreign.call("PUT", "/v1/rate-card", json({ DE: { utility: 1 } }));
  expect([refused.status, refused.body.code]).toEqual([403, "operator_only"]);
  expect((await foreign.call("DELETE", `/v1/rate-card?${day}`)).status).toBe(403);
  expect((await foreign.call("GET", "/v1/rate-card")).body.card.currency).toBe("EUR");
  expect((await own.call("DELETE", `/v1/rate-card?${day}`)).status).toBe(200);
  expect((await own.call("DELETE", `/v1/rate-card?${day}`)).status).toBe(404);
  const { data } = (await own.call("GET", "/v1/audit?limit=1")).body;
  expect(data).toMatchObject([{ action: "rate_card.deleted", changes: { valid_from: "2026-10-02" } }]);
});
