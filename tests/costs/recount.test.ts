/** A rate card that was wrong, or came late: what messages cost is counted anew since its first day. */
import { expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "provider" } });
const TO = "14155559001";
const inAWeek = new Date(Date.now() + 7 * 24 * 3600_000).toISOString();
const TEMPLATE = {
  type: "template",
  content: { template: { name: "menu", language: { code: "en_US" } } },
};

async function send(more: object): Promise<string> {
  const sent = { channel_id: waypost.channelId, to: TO, ...more };
  const { status, body } = await waypost.call("POST", "/v1/messages", sent);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body.id;
}
const recordOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body;
const costs = async () => (await waypost.call("GET", "/v1/costs?from=2020-01-01")).body;

async function counted() {
  await until(async () => (await costs()).counting_since === undefined);
  return (await costs()).total;
}

/** Sets the price of a marketing template since a day. */
async function setPrice(marketing: number, valid_from: string) {
  const card = { currency: "EUR", valid_from, prices: { US: { marketing, service: 0.01 } }, confirmed: true };
  return await waypost.call("PUT", "/v1/rate-card", card);
}

test("costs, sums, budgets and records follow a late card, its replacement and its end", async () => {
  const components = [{ type: "BODY", text: "The menu is here." }];
  await defineTemplate(waypost, "menu", "approved", { category: "MARKETING", components });
  const delivered = await send(TEMPLATE);
  const answer = await send({ type: "text", content: { body: "Hi" } });
  const later = await send({ ...TEMPLATE, scheduled_at: inAWeek });
  for (const id of [delivered, answer])
    await until(async () => ["delivered", "read"].includes((await recordOf(id)).status));
  expect((await recordOf(delivered)).cost).toBeNull();

  const late = await setPrice(0.1, "2020-01-01");
  expect([late.status, late.body.counting_since]).toEqual([200, "2020-01-01"]);
  expect(await counted()).toEqual({ messages: 2, free: 1, unpriced: 0, amount: 0.1, currency: "EUR" });
  const budget = { scope: "organization", period: "month", currency: "EUR", amount: 1000 };
  const { id: budgetId } = (await waypost.call("POST", "/v1/budgets", budget)).body;
  const spent = async () => (await waypost.call("GET", `/v1/budgets/${budgetId}`)).body.spent;
  const isSameMonth = inAWeek.slice(0, 7) === new Date().toISOString().slice(0, 7);
  const first = await spent();
  expect(first).toBeCloseTo(isSameMonth ? 0.2 : 0.1, 10);

  await setPrice(0.3, "2020-01-01");
  expect(await counted()).toMatchObject({ messages: 2, free: 1, amount: 0.3 });
  expect((await recordOf(delivered)).cost).toMatchObject({ amount: 0.3, state: "billed", type: "regular" });
  expect((await recordOf(answer)).cost).toMatchObject({ amount: 0, state: "free" });
  expect((await recordOf(later)).cost).toMatchObject({ amount: 0.3, state: "expected" });
  expect(await spent()).toBeCloseTo(3 * first, 10);
  for (const group of ["day", "month", "channel", "category", "country", "key", "broadcast", "contact"]) {
    const { body } = await waypost.call("GET", `/v1/costs?from=2020-01-01&group_by=${group}`);
    expect([
      group,
      body.data.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0),
    ]).toEqual([group, 0.3]);
  }

  const gone = await waypost.call("DELETE", "/v1/rate-card?valid_from=2020-01-01");
  expect([gone.status, gone.body.counting_since]).toEqual([200, "2020-01-01"]);
  await until(async () => (await costs()).counting_since === undefined);
  expect((await recordOf(delivered)).cost).toMatchObject({ amount: null, state: "billed", basis: null });
  expect(await spent()).toBeCloseTo(0, 10);
});

test("a card for days to come changes only what is expected of them", async () => {
  await setPrice(0.1, "2020-01-01");
  const before = await counted();
  const id = await send({ ...TEMPLATE, scheduled_at: inAWeek });
  const tomorrow = new Date(Date.now() + 2 * 24 * 3600_000).toISOString().slice(0, 10);
  expect((await setPrice(0.4, tomorrow)).body.counting_since).toBeUndefined();
  await lookUntil(
    () => recordOf(id),
    ({ cost }) => cost.amount === 0.4,
  );
  expect(await counted()).toEqual(before);
});

test("the same card again begins no count, whatever the order of its prices; another price does", async () => {
  const valid_from = "2020-01-01";
  const put = async (prices: object) => {
    const card = { currency: "EUR", valid_from, prices, confirmed: true };
    return (await waypost.call("PUT", "/v1/rate-card", card)).body.counting_since;
  };
  const tiers = [
    { above: 0, amount: 0.1 },
    { above: 5, amount: 0.0499 },
  ];
  const prices = { US: { marketing: tiers, service: 0.01 }, DE: { marketing: 0.1 } };
  expect(await put(prices)).toBe(valid_from);
  await counted();
  expect(await put({ DE: { marketing: 0.1 }, US: { service: 0.01, marketing: tiers } })).toBeUndefined();
  const other = [tiers[0], { above: 5, amount: 0.05 }];
  expect(await put({ ...prices, US: { marketing: other, service: 0.01 } })).toBe(valid_from);
  await counted();
  expect(await put({ US: { marketing: other, service: 0.01 } })).toBe(valid_from);
});
