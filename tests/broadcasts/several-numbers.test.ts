/** What a broadcast over several numbers costs: each person is judged by the dearest number that may send to them. */
import { beforeAll, expect, test } from "bun:test";
import { ownDaemon } from "../support/own-daemon.ts";
import { lookUntil } from "../support/until.ts";
import { addNumber, createDraft, defineTemplate, makePeople, start } from "./support.ts";

const waypost = ownDaemon({ settings: { service_window: "provider" } });
const ACCOUNTS = { portfolio_id: "portfolio", waba_id: "of_second" };
let contact_ids: string[];
let channel_ids: string[];

beforeAll(async () => {
  const { sql, channelId } = waypost;
  const prices = { DE: { marketing: 0.1, utility: 0.05 } };
  await waypost.call("PUT", "/v1/rate-card", { currency: "EUR", valid_from: "2020-01-01", prices });
  const components = [{ type: "BODY", text: "The shop is open." }];
  for (const category of ["MARKETING", "UTILITY"])
    await defineTemplate(waypost, category.toLowerCase(), "approved", { category, components });
  await sql`update channels set portfolio_id = ${ACCOUNTS.portfolio_id} where id = ${channelId}`;
  channel_ids = [channelId, await addNumber(waypost, ACCOUNTS)];
  // the second account has both as marketing
  await sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components, parameter_format)
    select organization_id, 'tpl_second_' || name, ${ACCOUNTS.waba_id}, name, language, 'MARKETING', status, components,
      parameter_format
    from templates`;
  contact_ids = await makePeople(
    waypost,
    [1, 2, 3, 4].map((nth) => ({ phone_number: `+49151234567${nth}0` })),
  );
});

const planOf = (name: string, more: object = {}) => ({
  ...{ template: { name, language: "en_US" }, audience: { contact_ids }, channel_id: undefined, channel_ids },
  ...more,
});
const costOf = async (name: string, more: object = {}) =>
  (await waypost.call("POST", "/v1/broadcasts/preview", { name: "x", ...planOf(name, more) })).body.cost;

test("a template that is of another category in the second account", async () => {
  expect(await costOf("utility")).toMatchObject({ amount: 0.4, at_most: true });
  expect((await costOf("marketing")).at_most).toBeUndefined();
  expect((await costOf("utility", { channel_ids: channel_ids.slice(0, 1) })).amount).toBe(0.2);
});

test("a maximum price by country of the second account, of which nobody knows what it costs", async () => {
  const { sql } = waypost;
  const spec = JSON.stringify({ bid_amount: 87_000, other: {} });
  await sql`update templates set optimization_spec = ${spec} where id = 'tpl_second_marketing'`;
  const plan = planOf("marketing", { limit: { cost: { amount: 5, currency: "EUR" } } });
  const id = await createDraft(waypost, plan);
  const { status, body } = await waypost.call("POST", `/v1/broadcasts/${id}/start`);
  expect([status, body.errors[0].path]).toEqual([422, "/limit/cost"]);
  await sql`update templates set optimization_spec = null`;
});

test("an advertisement pays for who wrote to one of them; the limit of cost counts the other", async () => {
  const { sql } = waypost;
  const [channel_id = "", second = ""] = channel_ids;
  const [contact_id = ""] = contact_ids;
  const write = { channel_id, contact_id, type: "text", content: { body: "Hi" } };
  expect((await waypost.call("POST", "/v1/messages", write)).status).toBe(201);
  await sql`update conversations set free_until = now() + interval '50 hours'`;
  expect((await costOf("marketing", { channel_ids: [channel_id] })).amount).toBe(0.3);
  expect((await costOf("marketing", { channel_ids: [second, channel_id] })).amount).toBe(0.4);
  expect((await costOf("marketing")).amount).toBe(0.4);
  const plan = planOf("marketing", { limit: { cost: { amount: 0.2, currency: "EUR" } } });
  const id = await createDraft(waypost, plan);
  await start(waypost, id);
  const skipped = () =>
    waypost.sql`select contact_id from broadcast_people where broadcast_id = ${id} and reason = 'over_limit'`;
  expect(await lookUntil(skipped, ({ length }) => length > 0)).toHaveLength(2);
});
