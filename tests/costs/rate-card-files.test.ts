/** Files of prices as people have them: decimal commas, other currencies, and marks in the wrong place. */
import { expect, test } from "bun:test";
import { decimalOf, readAmount, readCount } from "../../daemon/costs/rate-card/amount.ts";
import { marketsOf } from "../../daemon/costs/rate-card/card.ts";
import { readCard } from "../../daemon/costs/rate-card/read-card.ts";
import { notesOf } from "../../daemon/costs/rate-card/show.ts";
import { unlikelyPrices } from "../../daemon/costs/rate-card/unlikely.ts";
import type { Problem } from "../../daemon/http/problem.ts";
import { startParties } from "../access/parties.ts";

const TODAY = "2026-11-28";

/** Prices of eight markets as they are about: marketing, utility, authentication, service. */
const PRICES = {
  Argentina: [0.06, 0.026, 0.026, 0.026],
  Brazil: [0.062, 0.007, 0.007, 0.007],
  Colombia: [0.0125, 0.0008, 0.0008, 0.0008],
  Egypt: [0.064, 0.0036, 0.0036, 0.0036],
  Germany: [0.137, 0.055, 0.055, 0.055],
  India: [0.0118, 0.0014, 0.0014, 0.0014],
  Indonesia: [0.041, 0.025, 0.025, 0.025],
  Other: [0.06, 0.0077, 0.0077, 0.0077],
} as const;
type Name = keyof typeof PRICES;
const CATEGORIES = ["marketing", "utility", "authentication", "service"] as const;

function pricesOf(name: Name, factor = 1, at: number | null = null): Record<string, number> {
  return Object.fromEntries(
    CATEGORIES.map((category, column) => [
      category,
      (PRICES[name][column] ?? 0) * (at === null || at === column ? factor : 1),
    ]),
  );
}

type Prices = Record<string, Record<string, number>>;
const card = (change: Partial<Record<Name, Record<string, number>>> = {}): Prices => ({
  ...Object.fromEntries(Object.keys(PRICES).map((name) => [name, pricesOf(name as Name)])),
  ...change,
});
const ratesOf = (prices: Prices) => readCard({ currency: "USD", prices }, TODAY).rates;
const unlikely = (prices: Prices, before: Prices | null = null) =>
  unlikelyPrices(marketsOf(prices), before === null ? [] : ratesOf(before)).map(({ message }) => message);

test.each([
  // the file's own decimals decide what could be read in two ways
  ["11,877", ",", 11.877],
  ["11,877", ".", 11_877],
  ["11,877", null, undefined],
  ["11.877", ".", 11.877],
  ["11.877", ",", 11_877],
  ["11.877", null, undefined],
  // these mean one thing in whatever file
  ["0,136", ".", 0.136],
  ["0.136", ",", 0.136],
  ["0,0625", null, 0.0625],
  ["1.234,5", null, 1234.5],
  ["1,234.5", null, 1234.5],
  ["1.234.567", null, 1_234_567],
  ["₹ 11,87", null, 11.87],
  ["11,8 €", null, 11.8],
  ["1 234,50", null, 1234.5],
  ["1'234.50", null, 1234.5],
  ["0,05 EUR", null, 0.05],
  ["7", null, 7],
  ["n/a", null, null],
  ["", ",", null],
  ["1,23,456", ",", undefined],
  ["1.2.3", null, undefined],
  ["12,34.5", null, undefined],
  ["-0.05", null, undefined],
  ["6.25E-2", null, undefined],
] as const)("%p in a file with %p is %p", (cell, decimal, amount) => {
  expect(readAmount(cell, decimal)).toBe(amount);
});

test.each([
  [["0,0625", "11,877"], ",", ","],
  [["0.0625", "11,877"], ";", "."],
  [["0.0625", "0,0625"], ",", null],
  [["11,877"], ";", ","],
  [["11,877"], "\t", ","],
  [["11,877"], ",", "."],
  [["Brazil", "250.000.000"], ",", ","],
  [["1,234,567"], ";", "."],
] as const)("a file with %p, divided by %p, has the decimal mark %p", (cells, delimiter, decimal) => {
  expect(decimalOf(cells, delimiter)).toBe(decimal);
});

test.each([
  ["250,001", 250_001],
  ["250.001", 250_001],
  ["2 000 001", 2_000_001],
  ["2'000'001", 2_000_001],
  ["250001", 250_001],
  ["250,00", undefined],
  ["25.0001", undefined],
  ["many", undefined],
] as const)("%p messages are %p", (cell, count) => {
  expect(readCount(cell)).toBe(count);
});

const SEMICOLONS = [
  "Market;Currency;Marketing;Utility;Authentication;Service",
  "India;INR;0,8631;0,1150;0,1150;0,1150",
  "Germany;INR;11,877;4,785;4,785;4,785",
  "Other;INR;5,262;0,671;0,671;0,671",
].join("\n");

test("a decimal comma with three digits behind it is no thousand", () => {
  const { rates } = readCard({ csv: SEMICOLONS }, TODAY);
  expect(rates.find((one) => one.country === "DE" && one.category === "marketing")?.amount).toBe(11.877);
});

const tiers = (currency: string, rate = "4,785") =>
  [
    "Market;Currency;Category;From;To;Rate",
    `Germany;${currency};Utility;0;100.000;${rate}`,
    `Germany;${currency};Utility;100.001;;4,5`,
  ].join("\n");

function refusalOf(body: Parameters<typeof readCard>[0]): string {
  try {
    readCard(body, TODAY);
    return "";
  } catch (cause) {
    return (cause as Problem).detail;
  }
}

test.each([
  ["/tiers_csv: the tiers are in USD, the rates in INR", { csv: SEMICOLONS, tiers_csv: tiers("USD") }],
  [
    "/tiers_csv: the tiers are in EUR, the rates in INR",
    {
      csv: SEMICOLONS,
      tiers_csv: tiers("", "€ 4,785").replace("Currency;", "").replaceAll("Germany;;", "Germany;"),
    },
  ],
  ["/csv: line 3: another currency than INR above it: EUR", { csv: SEMICOLONS.replace("4,785", "4,785 €") }],
  [
    '/tiers_csv: line 2: "100000 or so" is no last message of a tier',
    { csv: SEMICOLONS, tiers_csv: tiers("INR").replace("100.000;", "100000 or so;") },
  ],
  ['/csv: line 3: utility: "4,785" can be read in two ways', { csv: SEMICOLONS.replace("11,877", "11.87") }],
])("%s", (words, body) => {
  expect(refusalOf(body)).toStartWith(words);
});

test("prices as they are ask nothing, nor do free ones and small changes", () => {
  expect(unlikely(card())).toEqual([]);
  expect(unlikely(card({ India: pricesOf("India", 2) }), card())).toEqual([]);
  expect(unlikely(card({ India: { ...pricesOf("India"), service: 0 } }), card())).toEqual([]);
  expect(unlikely({ ...card(), Kenya: pricesOf("Brazil") }, card())).toEqual([]);
});

const SLIPS = (Object.keys(PRICES) as Name[]).flatMap((name) =>
  CATEGORIES.flatMap((_, column) => [10, 100, 0.1, 0.01].map((factor) => [name, column, factor] as const)),
);

test("each price that is ten times off the card before it is named, whatever stands beside it", () => {
  for (const [name, column, factor] of SLIPS) {
    const found = unlikely(card({ [name]: pricesOf(name, factor, column) }), card());
    expect([
      name,
      column,
      factor,
      found.some((one) => one.startsWith(`${name}, ${CATEGORIES[column]}`)),
    ]).toEqual([...[name, column, factor, true]]);
  }
});

test("without a card before it, what stands beside a price shows that it is a hundred times off", () => {
  const missed = SLIPS.filter(([, , factor]) => factor === 100 || factor === 0.01).filter(
    ([name, column, factor]) => unlikely(card({ [name]: pricesOf(name, factor, column) })).length === 0,
  );
  expect(missed).toEqual([]);
  expect(unlikely(card({ Brazil: pricesOf("Brazil", 10, 1) }))).toContain(
    "Brazil, utility: 0.07 is ten times off what other markets have beside authentication 0.007, service 0.007",
  );
  expect(unlikely(card({ Germany: pricesOf("Germany", 10) })).length).toBeGreaterThan(0);
});

test("a first tier that is ten times off its list price or its next tier is named", () => {
  const { markets } = readCard({ csv: SEMICOLONS, tiers_csv: tiers("INR", "47,85") }, TODAY);
  expect(unlikelyPrices(markets, [])).toEqual([
    {
      path: "/csv",
      message: "line 3: Germany, utility: its first tier is 47.85, but the file of rates has 4.785",
    },
  ]);
  const steps = [
    { above: 0, amount: 0.5 },
    { above: 1000, amount: 0.045 },
  ];
  expect(unlikelyPrices(marketsOf({ DE: { utility: steps } }), [])).toMatchObject([
    { path: "/prices/DE", message: "DE, utility: its tiers are 0.5, then 0.045" },
  ]);
});

test("a card without prices of answers says so, from the day on which these are charged", () => {
  const { service: _, ...rest } = pricesOf("India");
  const notes = (prices: Record<string, object>, valid_until: string | null = null) =>
    notesOf({ valid_until, prices } as Parameters<typeof notesOf>[0]);
  expect(notes({ India: rest })).toEqual([
    "The card has no service prices: answers have no price by it, although Meta charges for them since 2026-10-01.",
  ]);
  expect(notes({ India: rest, Germany: pricesOf("Germany") })[0]).toContain("no service prices in India:");
  expect(notes({ India: rest }, "2026-09-30")).toEqual([]);
  // a market without a price has that of all others
  expect(notes({ India: rest, Other: pricesOf("Other") })).toEqual([]);
  expect(notes(card())).toEqual([]);
});

test("an unlikely price is refused until it is confirmed", async () => {
  const parties = await startParties();
  try {
    const put = (body: object) => parties.own.call("PUT", "/v1/rate-card", { currency: "USD", ...body });
    expect((await put({ valid_from: "2026-10-01", prices: card() })).body.card.notes).toEqual([]);
    const wrong = { valid_from: "2026-11-01", prices: card({ India: pricesOf("India", 10) }) };
    const refused = await put(wrong);
    expect([refused.status, refused.body.code]).toEqual([409, "unlikely_prices"]);
    expect(refused.body.errors).toHaveLength(4);
    expect((await parties.own.call("GET", "/v1/rate-card")).body.cards).toHaveLength(1);
    const { status, body } = await put({ ...wrong, confirmed: true });
    expect([status, body.card.valid_from]).toEqual([200, "2026-11-01"]);
  } finally {
    await parties.daemon.stop();
  }
});
