/** A preview, and a limit of cost, know the day of the start, what the month has reached, advertisements, and maximum prices. */
import { beforeAll, expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";
import { createDraft, defineTemplate, makePeople } from "./support.ts";

const waypost = ownDaemon({ settings: { service_window: "provider" } });
let contact_ids: string[];
const NEXT_MONTH = new Date(Date.now() + 20 * 24 * 3600_000).toISOString();
const prices = (marketing: number) => ({
  DE: {
    marketing,
    utility: [
      { above: 0, amount: 0.05 },
      { above: 10, amount: 0.03 },
    ],
  },
});

beforeAll(async () => {
  const body = { currency: "EUR", confirmed: true };
  for (const [valid_from, price] of [
    ["2020-01-01", 0.1],
    [NEXT_MONTH.slice(0, 10), 0.2],
  ] as const)
    await waypost.call("PUT", "/v1/rate-card", { ...body, valid_from, prices: prices(price) });
  const components = [{ type: "BODY", text: "The shop is open." }];
  const bid = { bid_amount: 87_000 };
  for (const [name, spec] of [
    ["marketing"],
    ["utility"],
    ["capped", bid],
    ["by_country", { ...bid, other: {} }],
  ] as const)
    await defineTemplate(waypost, name, "approved", {
      ...{ category: name === "utility" ? "UTILITY" : "MARKETING", components },
      ...(spec === undefined ? {} : { optimization_spec: JSON.stringify(spec) }),
    });
  contact_ids = await makePeople(
    waypost,
    [1, 2, 3, 4].map((nth) => ({ phone_number: `+49151234567${nth}0` })),
  );
  // eight utility messages were charged this month, so that only two are left at the first price
  await waypost.sql`
    insert into cost_counters (organization_id, unit, market, counted, month, messages)
    select organization_id, coalesce(portfolio_id, waba_id), 'DE', 'utility', date_trunc('month', now())::date, 8
    from channels where id = ${waypost.channelId}`;
});

const bodyOf = (name: string, more: object = {}) => ({
  ...{ template: { name, language: "en_US" }, audience: { contact_ids }, ...more },
});
async function costOf(name: string, more: object = {}) {
  const body = { name: "x", channel_id: waypost.channelId, ...bodyOf(name, more) };
  return (await waypost.call("POST", "/v1/broadcasts/preview", body)).body;
}

test("the tiers that the month reaches on the way, and the card of the day on which it starts", async () => {
  expect((await costOf("utility")).cost).toMatchObject({
    amount: 0.16,
    countries: [{ country: "DE", people: 4, amount: 0.16 }],
  });
  expect((await costOf("marketing")).cost.amount).toBe(0.4);
  expect((await costOf("marketing", { starts_at: NEXT_MONTH })).cost.amount).toBe(0.8);
});

test("who came by an advertisement that still pays then costs nothing", async () => {
  const [ofAd] = contact_ids;
  const to = { channel_id: waypost.channelId, contact_id: ofAd, type: "text", content: { body: "Hi" } };
  expect((await waypost.call("POST", "/v1/messages", to)).status).toBe(201);
  await waypost.sql`update conversations set free_until = now() + interval '50 hours' where contact_id = ${ofAd ?? ""}`;
  expect((await costOf("marketing")).cost.amount).toBe(0.3);
  const later = new Date(Date.now() + 51 * 3600_000).toISOString();
  expect((await costOf("marketing", { starts_at: later })).cost.amount).toBe(0.4);
  await waypost.sql`update conversations set free_until = null`;
});

test("a maximum price is what it costs at most; where nobody knows it, no limit of cost is taken", async () => {
  expect((await costOf("capped")).cost).toMatchObject({ amount: 3.48, at_most: true });
  expect((await costOf("by_country")).cost.countries).toEqual([{ country: "DE", people: 4, amount: null }]);
  const limit = { cost: { amount: 5, currency: "EUR" } };
  expect((await costOf("by_country", { limit })).errors[0].path).toBe("/limit/cost");
  const id = await createDraft(waypost, bodyOf("by_country", { limit }));
  expect((await waypost.call("POST", `/v1/broadcasts/${id}/start`)).status).toBe(422);
});

test("the limit of cost takes as many as the preview says", async () => {
  // two at 0.05 and one at 0.03
  const limit = { cost: { amount: 0.14, currency: "EUR" } };
  expect(await costOf("utility", { limit })).toMatchObject({ sendable: 3, cost: { amount: 0.13 } });
  const id = await createDraft(waypost, bodyOf("utility", { limit }));
  expect((await waypost.call("POST", `/v1/broadcasts/${id}/start`)).status).toBe(200);
  await until(async () => (await waypost.call("GET", `/v1/broadcasts/${id}`)).body.status === "completed");
  const [row] = await lookUntil(
    () => waypost.sql`select cost::float8 as cost, counted from broadcasts where id = ${id}`,
    ([one]) => one?.cost > 0,
  );
  expect(row).toEqual({ cost: 0.13, counted: { DE: 3 } });
});
