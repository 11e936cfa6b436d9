/** What a message will cost, said before it is sent: to those who only try it, who approve it, and who ask for an answer. */
import { beforeAll, expect, test } from "bun:test";
import { maxPriceOf } from "../../daemon/costs/rates/max-price.ts";
import { agentOf } from "../approvals/support.ts";
import { defineTemplate } from "../broadcasts/support.ts";
import { receive, take } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", groups: true, paused: true } });
const TO = "4915123456701";
const inHours = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();
const LATER = inHours(4 * 24);
const card = (valid_from: string, marketing: number) => ({
  ...{ currency: "EUR", valid_from, confirmed: true },
  prices: {
    Other: { marketing },
    DE: {
      ...{ marketing, service: 0.05 },
      utility: [
        { above: 0, amount: 0.04 },
        { above: 100, amount: 0.03 },
      ],
    },
  },
});
const SPEC = { bid_amount: 87_000, bid_strategy: "LOWEST_COST_WITH_BID_CAP" };

beforeAll(async () => {
  const later = LATER.slice(0, 10);
  for (const one of [card("2020-01-01", 0.1), card(later, 0.2)])
    expect((await waypost.call("PUT", "/v1/rate-card", one)).status).toBe(200);
  const components = [{ type: "BODY", text: "The shop is open." }];
  for (const name of ["marketing", "utility", "capped", "by_country"])
    await defineTemplate(waypost, name, "approved", {
      ...{ category: name === "utility" ? "UTILITY" : "MARKETING", components },
      ...(name === "capped" ? { optimization_spec: JSON.stringify(SPEC) } : {}),
      ...(name === "by_country" ? { optimization_spec: JSON.stringify({ ...SPEC, multipliers: {} }) } : {}),
    });
});

const template = (name: string) => ({
  type: "template",
  content: { template: { name, language: { code: "en_US" } } },
});
const text = { type: "text", content: { body: "Hi" } };

async function tried(more: object) {
  const sent = { channel_id: waypost.channelId, to: TO, dry_run: true, ...more };
  const { status, body } = await waypost.call("POST", "/v1/messages", sent);
  expect([status, body.detail]).toEqual([200, undefined]);
  return body.cost;
}
async function send(more: object) {
  const { status, body } = await waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to: TO, ...more },
  });
  expect([status, body.detail]).toEqual([201, undefined]);
  return (await waypost.call("GET", `/v1/messages/${body.id}`)).body;
}

test("a try says the price of the day on which it would be sent, and what was reached by then", async () => {
  expect(await tried(template("marketing"))).toEqual({
    ...{
      amount: 0.1,
      currency: "EUR",
      state: "expected",
      category: "marketing",
      type: "regular",
      country: "DE",
    },
    basis: expect.stringMatching(/^rc_/),
  });
  expect(await tried({ ...template("marketing"), scheduled_at: LATER })).toMatchObject({ amount: 0.2 });
  expect(await tried(template("utility"))).toMatchObject({ amount: 0.04 });
  await waypost.sql`
    insert into cost_counters (organization_id, unit, market, counted, month, messages)
    select organization_id, coalesce(portfolio_id, waba_id), 'DE', 'utility', date_trunc('month', now())::date, 100
    from channels where id = ${waypost.channelId}`;
  expect(await tried(template("utility"))).toMatchObject({ amount: 0.03 });
  expect(await tried(text)).toMatchObject({ amount: 0, type: "free_customer_service" });
  await waypost.sql`insert into free_answers (organization_id, number, month, answers)
    select organization_id, coalesce(phone_number, id), date_trunc('month', now())::date, 1000
    from channels where id = ${waypost.channelId}`;
  expect(await tried(text)).toMatchObject({ amount: 0.05, type: "regular" });
  // nothing was sent, and nothing taken
  expect(await tried(text)).toMatchObject({ amount: 0.05, type: "regular" });
});

test("an advertisement pays for what is due within its 72 hours, for an answer as well", async () => {
  const from = "4915123456702";
  const referral = { source_type: "ad", source_id: "1", ctwa_clid: "x" };
  await receive(waypost, { from, message: { type: "text", text: { body: "Is it there?" }, referral } });
  await waypost.sql`update conversations set free_until = now() + interval '50 hours' where advertised_at is not null`;
  const ofAd = ({ type }: { type: string }) => type === "free_entry_point";
  const at = async (hours: number) =>
    ofAd(await tried({ ...template("marketing"), to: from, scheduled_at: inHours(hours) }));
  expect([await at(49), await at(51)]).toEqual([true, false]);
  const [conversation] = await waypost.sql`select id from conversations where advertised_at is not null`;
  const answer = async (query: string) =>
    ofAd((await waypost.call("GET", `/v1/conversations/${conversation?.id}/answer_cost${query}`)).body);
  const due = (hours: number) => `?scheduled_at=${inHours(hours)}`;
  expect([await answer(""), await answer(due(49)), await answer(due(51))]).toEqual([true, true, false]);
});

test("who approves a send sees what it costs", async () => {
  const { send } = await agentOf(waypost);
  const { status, body } = await send(TO, template("marketing"));
  expect([status, body.approval.cost]).toMatchObject([202, { amount: 0.1, state: "expected" }]);
  const approved = await waypost.call("POST", `/v1/approvals/${body.id}/approve`);
  expect(approved.body).toMatchObject({ status: "approved", cost: { amount: 0.1, currency: "EUR" } });
});

test("a template with a maximum price is expected, counted and billed at that", async () => {
  const cost = { amount: 0.87, basis: "max_price", type: "regular", currency: "EUR" };
  expect(await tried(template("capped"))).toMatchObject({ ...cost, state: "expected" });
  const { id, ...message } = await send(template("capped"));
  expect(message.cost).toMatchObject({ ...cost, state: "expected" });
  const pricing = { billable: true, pricing_model: "PMP", type: "regular", category: "marketing_lite" };
  const timestamp = `${Math.floor(Date.now() / 1000)}`;
  const status = { id: "wamid.capped", status: "delivered", timestamp, recipient_id: TO, pricing };
  await take(waypost, { statuses: [{ ...status, biz_opaque_callback_data: id }] });
  const billed = await lookUntil(
    async () => (await waypost.call("GET", `/v1/messages/${id}`)).body.cost,
    ({ state }) => state === "billed",
  );
  expect(billed).toMatchObject(cost);
  // another card is not its price
  expect((await waypost.call("PUT", "/v1/rate-card", card("2020-01-01", 0.11))).status).toBe(200);
  await until(async () => (await waypost.call("GET", "/v1/costs")).body.counting_since === undefined);
  expect((await waypost.call("GET", `/v1/messages/${id}`)).body.cost).toMatchObject(cost);
});

test("where nobody knows the price it is said, and an agent with a limit of money may not send it", async () => {
  const { send } = await agentOf(waypost, { approval: "never", money_per_day: 5, currency: "EUR" });
  expect(await tried(template("by_country"))).toBeNull();
  const refused = await send(TO, template("by_country"));
  expect([refused.status, refused.body.code]).toEqual([422, "agent_price_unknown"]);
  expect((await send(TO, template("capped"))).status).toBe(201);
});

test("a group costs what those cost who are known to be in it; of others it is not known", async () => {
  const made = await waypost.call("POST", `/v1/channels/${waypost.channelId}/groups`, {
    subject: "Regulars",
  });
  const recipient = made.body.id;
  const body = { ...template("marketing"), to: undefined, recipient };
  expect(await tried(body)).toMatchObject({ amount: null, category: "group_marketing", state: "expected" });
  const budget = { scope: "organization", period: "month", currency: "EUR", amount: 1000 };
  const { id: budgetId } = (await waypost.call("POST", "/v1/budgets", budget)).body;
  const spent = async () => (await waypost.call("GET", `/v1/budgets/${budgetId}`)).body.spent as number;
  const before = await spent();
  const { id } = await send(body);
  // one of them is counted, until it is known who they are
  expect((await spent()) - before).toBeCloseTo(0.11, 10);
  const pricing = { pricing_model: "PMP", type: "regular", category: "group_marketing" };
  const named = { recipient_id: recipient, recipient_type: "group", biz_opaque_callback_data: id };
  for (const nth of [1, 2]) {
    const timestamp = `${Math.floor(Date.now() / 1000)}`;
    const status = { id: "wamid.unknown", status: "delivered", timestamp, pricing, ...named };
    await take(waypost, { statuses: [{ ...status, recipient_participant_id: `491579100000${nth}` }] });
  }
  await until(
    async () => (await waypost.sql`select from message_costs where message_id = ${id}`).length === 2,
  );
  expect((await spent()) - before).toBeCloseTo(0.22, 10);
  await waypost.sql`delete from group_people`;
  const { call } = await agentOf(waypost, { approval: "never", money_per_day: 5, currency: "EUR" });
  const sent = await call("POST", "/v1/messages", { channel_id: waypost.channelId, ...body });
  expect([sent.status, sent.body.code]).toEqual([422, "agent_price_unknown"]);
  const headers = { "content-type": "application/json" };
  for (const join of ["4915791000001", "4915791000002"]) {
    const change = JSON.stringify({ group_id: recipient, join });
    await fetch(`${waypost.sandbox.url}/sandbox/groups`, { method: "POST", headers, body: change });
  }
  // as if no report of them had come
  await until(async () => (await waypost.sql`select from group_people`).length === 2);
  await waypost.sql`delete from group_people`;
  expect((await waypost.call("GET", `/v1/channels/${waypost.channelId}/groups/${recipient}`)).status).toBe(
    200,
  );
  expect(await tried(body)).toMatchObject({ amount: 0.22 });
});

test.each([
  [{ bid_amount: 87_000 }, "EUR", 87 / 100],
  [{ bid_amount: 500, bid_strategy: "LOWEST_COST_WITH_BID_CAP" }, "USD", 0.005],
  [{ bid_amount: 9_500 }, "JPY", 9.5],
  [{ bid_amount: 1, country_price_adjustments: {} }, "EUR", null],
  [{ bid_amount: "1" }, "EUR", null],
])("%j is for one delivery in %s: %p", (spec, currency, amount) => {
  expect(maxPriceOf(JSON.stringify(spec), currency)).toBe(amount as number);
});
