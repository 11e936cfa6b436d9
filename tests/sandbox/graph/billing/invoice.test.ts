import { afterEach, beforeEach, expect, test } from "bun:test";
import type { Json } from "../support.ts";
import { type Billing, messageOf, OTHER_NUMBER, openBilling, PEOPLE, RATES, WABA } from "./support.ts";

let sandbox: Billing;
beforeEach(async () => {
  sandbox = await openBilling();
});
afterEach(() => sandbox.close());

const utility = messageOf("utility");

test("a tier is a market's, of all accounts together, and a webhook reports it", async () => {
  await sandbox.sendAndWait(utility, PEOPLE.bolivia);
  await sandbox.sendAndWait(utility, PEOPLE.costaRica);
  await sandbox.sendAndWait(utility, PEOPLE.bolivia, 3, OTHER_NUMBER.id);
  await sandbox.sendAndWait(utility, PEOPLE.costaRica);
  await sandbox.sendAndWait(utility, PEOPLE.germany);
  await sandbox.sendAndWait(utility, PEOPLE.bolivia);
  const own = (await sandbox.invoice()).lines.map(({ country, tier, amount }) => [country, tier, amount]);
  expect(own).toEqual([
    ["BO", "0:2", 0.0113],
    ["CR", "0:2", 0.0113],
    ["CR", "3:4", 0.01],
    ["DE", "0:MAX", 0.0077],
    ["BO", "5:MAX", 0.009],
  ]);
  expect((await sandbox.invoice(OTHER_NUMBER.wabaId)).lines).toMatchObject([{ tier: "3:4", amount: 0.01 }]);
  const reached = sandbox.receiver.values().filter(({ event }) => event !== undefined);
  expect(reached).toMatchObject([
    {
      event: "VOLUME_BASED_PRICING_TIER_UPDATE",
      volume_tier_info: { tier: "3:4", pricing_category: "UTILITY" },
    },
    { volume_tier_info: { tier: "5:MAX", region: "Rest Of Latin America" } },
  ]);
});

test("days, months and rates change at the account's midnight", async () => {
  // São Paulo is three hours behind UTC
  await sandbox.control("POST", "accounts", { timezone_id: "25" });
  await sandbox.control("PUT", "rates", {
    valid_from: "2027-01-01",
    rates: RATES.replace("0.0625", "0.0700"),
  });
  for (const at of ["2027-01-01T02:59:00Z", "2027-01-01T03:00:05Z"]) {
    await sandbox.control("POST", "clock", { at });
    const [sent] = await sandbox.sendAndWait(messageOf("marketing"), PEOPLE.brazil);
    expect(Number(sent?.timestamp) * 1_000).toBeGreaterThanOrEqual(Date.parse(at));
  }
  const december = await sandbox.invoice(WABA, "2026-12");
  const january = await sandbox.invoice(WABA, "2027-01");
  expect(december).toMatchObject({
    time_zone: "America/Sao_Paulo",
    lines: [{ day: "2026-12-31", amount: 0.0625 }],
  });
  expect(january).toMatchObject({ total: 0.07, lines: [{ day: "2027-01-01", amount: 0.07 }] });
});

test("many small amounts add up exactly", async () => {
  await Promise.all(Array.from({ length: 30 }, () => sandbox.send(utility, PEOPLE.india)));
  await sandbox.receiver.until(() => sandbox.receiver.statuses().length >= 90);
  expect((await sandbox.invoice()).total).toBe(0.042);
});

test("pricing_analytics has Meta's form", async () => {
  await sandbox.control("POST", "accounts", { timezone_id: "1" });
  await sandbox.control("POST", "clock", { at: "2026-11-03T08:30:00Z" });
  await sandbox.sendAndWait(utility, PEOPLE.india);
  await sandbox.sendAndWait(utility, PEOPLE.brazil);
  await sandbox.control("POST", "clock", { at: "2026-11-04T08:30:00Z" });
  await sandbox.sendAndWait(messageOf("service"), PEOPLE.usa);
  const ask = async (filters: string) => {
    const path = `${WABA}?fields=currency,timezone_id,pricing_analytics.start(1793516400).end(1796112000)${filters}`;
    return (await sandbox.graph("GET", path)).body as Json;
  };
  const all = await ask(".granularity(DAILY).dimensions(PRICING_CATEGORY,PRICING_TYPE,TIER,COUNTRY,PHONE)");
  const days = { start: 1_793_692_800, end: 1_793_779_200, phone_number: "15550990100" };
  expect(all).toEqual({
    id: WABA,
    currency: "USD",
    timezone_id: "1",
    pricing_analytics: {
      data: [
        {
          data_points: [
            {
              ...{ ...days, start: 1_793_779_200, end: 1_793_865_600, country: "US", volume: 1, cost: 0 },
              ...{ pricing_type: "FREE_CUSTOMER_SERVICE", pricing_category: "SERVICE" },
            },
            {
              ...{ ...days, country: "IN", tier: "0:MAX", volume: 1, cost: 0.0014 },
              ...{ pricing_type: "REGULAR", pricing_category: "UTILITY" },
            },
            {
              ...{ ...days, country: "BR", tier: "0:MAX", volume: 1, cost: 0.0068 },
              ...{ pricing_type: "REGULAR", pricing_category: "UTILITY" },
            },
          ],
        },
      ],
    },
  });
  const few = await ask('.granularity(MONTHLY).dimensions(["PRICING_TYPE"]).pricing_types([REGULAR])');
  expect(few.pricing_analytics).toEqual({
    // daylight saving ends on the first of November
    data: [
      {
        data_points: [
          { start: 1_793_516_400, end: 1_796_112_000, pricing_type: "REGULAR", volume: 2, cost: 0.0082 },
        ],
      },
    ],
  });
});

test.each([
  ["pricing_analytics.granularity(DAILY)", "start"],
  ["pricing_analytics.start(2).end(1).granularity(DAILY)", "end"],
  ["pricing_analytics.start(1).end(2).granularity(HOURLY)", "granularity"],
  ["pricing_analytics.start(1).end(2).granularity(DAILY).dimensions(COLOR)", "COLOR"],
])("refuses %s", async (fields, named) => {
  const { status, body } = await sandbox.graph("GET", `${WABA}?fields=${fields}`);
  expect([status, String((body.error as Json).message)]).toEqual([400, expect.stringContaining(named)]);
});

test.each([
  ["PUT", "rates", { rates: "Market,Price\nBrazil,1" }, "Currency"],
  ["PUT", "rates", { rates: RATES, tiers: "Market,Category,From,To,Rate\nIndia,Utility,0,,free" }, "India"],
  ["POST", "accounts", { timezone_id: "999" }, "999"],
  ["POST", "clock", { at: "soon" }, "at must be"],
  ["GET", "invoice?month=October", undefined, "month"],
])("%s %s says what is wrong", async (method, path, body, named) => {
  const answer = await sandbox.control(method, path, body);
  expect([answer.status, String((answer.body.error as Json).message)]).toEqual([
    400,
    expect.stringContaining(named),
  ]);
});
