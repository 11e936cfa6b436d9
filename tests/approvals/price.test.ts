/** What waits for approval costs what the rate card says that counts now: when it is shown, and when it is sent. */
import { beforeAll, expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";
import { agentOf } from "./support.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", paused: true } });
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();
const TEMPLATE = { type: "template", content: { template: { name: "menu", language: { code: "en_US" } } } };

beforeAll(async () => {
  const components = [{ type: "BODY", text: "The menu is here." }];
  await defineTemplate(waypost, "menu", "approved", { category: "MARKETING", components });
});

async function setPrice(marketing: number, valid_from = "2020-01-01") {
  const card = { currency: "EUR", valid_from, prices: { US: { marketing, service: 0.5 } }, confirmed: true };
  expect((await waypost.call("PUT", "/v1/rate-card", card)).status).toBe(200);
}
const shown = async (id: string) => (await waypost.call("GET", `/v1/approvals/${id}`)).body.cost;
const listed = async (id: string) =>
  (await waypost.call("GET", "/v1/approvals?status=waiting")).body.data.find(
    (approval: { id: string }) => approval.id === id,
  ).cost;

async function approved(id: string) {
  const { body } = await waypost.call("POST", `/v1/approvals/${id}/approve`);
  const message = await waypost.call("GET", `/v1/messages/${body.message_id}`);
  return [body.cost, message.body.cost];
}

test("a card that came, or was mended, while it waited", async () => {
  const { send } = await agentOf(waypost);
  const early = (await send("14155560031", TEMPLATE)).body;
  expect(early.approval.cost).toBeNull();
  await setPrice(0.1);
  const { body } = await send("14155560032", TEMPLATE);
  expect([body.approval.cost.amount, (await shown(early.id)).amount]).toEqual([0.1, 0.1]);
  await setPrice(0.3);
  for (const { id } of [early, body]) {
    expect([(await shown(id)).amount, (await listed(id)).amount]).toEqual([0.3, 0.3]);
    const asApproved = { amount: 0.3, currency: "EUR", state: "expected", category: "marketing" };
    for (const cost of await approved(id)) expect(cost).toMatchObject(asApproved);
  }
});

test("a scheduled one is priced by its day, and one by an answer's free place is still free", async () => {
  await setPrice(0.1);
  const { send } = await agentOf(waypost);
  const later = (await send("14155560033", { ...TEMPLATE, scheduled_at: inDays(3) })).body;
  const answer = (await send("14155560034")).body;
  await setPrice(0.7, inDays(2).slice(0, 10));
  expect([(await shown(later.id)).amount, (await shown(answer.id)).amount]).toEqual([0.7, 0]);
  for (const cost of await approved(later.id)) expect(cost.amount).toBe(0.7);
  await waypost.call("DELETE", `/v1/rate-card?valid_from=${inDays(2).slice(0, 10)}`);
});

test("a budget counts what it costs now", async () => {
  await setPrice(0.1);
  const { send } = await agentOf(waypost);
  const { body } = await send("14155560035", TEMPLATE);
  await setPrice(0.4);
  await until(async () => (await waypost.call("GET", "/v1/rate-card")).body.counting_since === undefined);
  const budget = { scope: "organization", period: "month", currency: "EUR", amount: 1000 };
  const { id } = (await waypost.call("POST", "/v1/budgets", budget)).body;
  const spent = async () => (await waypost.call("GET", `/v1/budgets/${id}`)).body.spent;
  const before = await spent();
  await approved(body.id);
  expect(await spent()).toBeCloseTo(before + 0.4, 10);
});
