/** Messages to groups of official numbers cost for each person that they reach, at the rates of messages to one person. */
import { beforeAll, expect, test } from "bun:test";
import { defineTemplate } from "../broadcasts/support.ts";
import { take } from "../inbound/support.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil, until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { service_window: "provider", groups: true } });
const PRICES = {
  DE: {
    ...{ marketing: 0.1131, service: 0.0456 },
    utility: [
      { above: 0, amount: 0.0456 },
      { above: 1, amount: 0.01 },
    ],
  },
  BR: { marketing: 0.05, utility: 0.006, service: 0.006 },
};
const PEOPLE = ["4915791000001", "5511961234001"];
/** The second of them, as statuses have it. */
const REPORTED = "551161234001";
let group: string;
/** A message that they got before there was a rate card. */
let early: string;

beforeAll(async () => {
  const components = [{ type: "BODY", text: "The shop is open." }];
  for (const category of ["marketing", "utility"])
    await defineTemplate(waypost, category, "approved", { category: category.toUpperCase(), components });
  const made = await waypost.call("POST", `/v1/channels/${waypost.channelId}/groups`, {
    subject: "Regulars",
  });
  group = made.body.id;
  for (const join of PEOPLE) await changeGroup({ group_id: group, join });
  await until(async () => (await peopleKnown()) === PEOPLE.length);
  early = (await send("marketing")).body.id;
  await chargesOf(early);
  expect(await costOf(early)).toBeNull();
  const card = { currency: "EUR", valid_from: "2020-01-01", prices: PRICES };
  expect((await waypost.call("PUT", "/v1/rate-card", card)).status).toBe(200);
});

const peopleKnown = async () =>
  (await waypost.sql`select from group_people where group_id = ${group}`).length;

async function changeGroup(change: object) {
  const body = JSON.stringify(change);
  const headers = { "content-type": "application/json" };
  await fetch(`${waypost.sandbox.url}/sandbox/groups`, { method: "POST", headers, body });
}

function send(name: string) {
  const template = { name, language: { code: "en_US" } };
  return waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, recipient: group, type: "template", content: { template } },
  });
}
const costOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body.cost;

async function chargesOf(id: string, most = PEOPLE.length) {
  return await lookUntil(
    async () => [
      ...(await waypost.sql`
        select participant, amount::float8 as amount, country, category from message_costs
        where message_id = ${id} and state = 'billed' order by participant`),
    ],
    (rows) => rows.length === most,
  );
}

test("a template is expected for all of them, and billed for each, by their countries and without tiers", async () => {
  const { status, body } = await send("marketing");
  expect([status, body.detail]).toEqual([201, undefined]);
  const named = { currency: "EUR", category: "group_marketing", type: "regular", country: null };
  const [accepted] = await waypost.sql<{ cost: object }[]>`select cost from messages where id = ${body.id}`;
  expect(accepted?.cost).toMatchObject({ ...named, amount: 0.1631 });
  const category = "group_marketing";
  expect(await chargesOf(body.id)).toEqual([
    { participant: PEOPLE[0], amount: 0.1131, country: "DE", category },
    { participant: REPORTED, amount: 0.05, country: "BR", category },
  ]);
  expect(await costOf(body.id)).toMatchObject({ ...named, amount: 0.1631, state: "billed" });
  for (const _ of [1, 2]) {
    const again = await send("utility");
    expect((await chargesOf(again.body.id)).map(({ amount }) => amount)).toEqual([0.0456, 0.006]);
  }
});

test("a template that reached them before there was a card is charged for each of them afterwards", async () => {
  const costs = async () => (await waypost.call("GET", "/v1/costs?from=2020-01-01")).body;
  await until(async () => (await costs()).counting_since === undefined);
  expect((await chargesOf(early)).map(({ amount }) => amount)).toEqual([0.1131, 0.05]);
  expect(await costOf(early)).toMatchObject({ amount: 0.1631, currency: "EUR", state: "billed" });
});

test("a budget counts what each costs, refuses what it has no room for, and gets nobody's share twice", async () => {
  const budget = { scope: "organization", period: "month", currency: "EUR", amount: 1000 };
  const { id } = (await waypost.call("POST", "/v1/budgets", budget)).body;
  const spent = async () => (await waypost.call("GET", `/v1/budgets/${id}`)).body.spent;
  const before = await spent();
  const { body } = await send("marketing");
  await chargesOf(body.id);
  expect(await spent()).toBeCloseTo(before + 0.1631, 10);
  await waypost.call("PATCH", `/v1/budgets/${id}`, { amount: before + 0.1631 + 0.15 });
  expect((await send("marketing")).body).toMatchObject({
    code: "budget_exhausted",
    budget: { price: 0.1631 },
  });
  // with one less, there is room
  await changeGroup({ group_id: group, leave: PEOPLE[0] });
  await until(async () => (await peopleKnown()) === 1);
  const smaller = await send("marketing");
  expect(smaller.status).toBe(201);
  expect((await chargesOf(smaller.body.id, 1)).map(({ country }) => country)).toEqual(["BR"]);
  await waypost.call("DELETE", `/v1/budgets/${id}`);
});

test("what is reported of nobody in it is not charged, and no country is read out of its id", async () => {
  const { body } = await send("marketing");
  await chargesOf(body.id, 1);
  const pricing = { billable: true, pricing_model: "PMP", type: "regular", category: "group_marketing" };
  const status = {
    id: "wamid.group",
    status: "delivered",
    timestamp: `${Math.floor(Date.now() / 1000)}`,
    pricing,
  };
  const named = { recipient_id: group, recipient_type: "group", biz_opaque_callback_data: body.id };
  await take(waypost, { statuses: [{ ...status, ...named }] });
  await take(waypost, { statuses: [{ ...status, ...named, recipient_participant_user_id: "DE.77" }] });
  const charges = await chargesOf(body.id, 2);
  expect(charges.map(({ participant, country }) => [participant, country])).toEqual([
    [REPORTED, "BR"],
    ["DE.77", "DE"],
  ]);
});
