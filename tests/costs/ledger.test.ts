/** What messages cost, from accepting them to the sums. */
import { beforeAll, expect, test } from "bun:test";
import { receive } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { lookUntil, until } from "../support/until.ts";
import { insertRates } from "./insert-rates.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  await insertRates(waypost.sql, "EUR", { US: { utility: 0.0123, service: 0.005 } });
  const isKnown = async () => (await recordOf((await send(LATER)).id)).cost !== null;
  await until(isKnown);
});

const TEMPLATE = {
  type: "template",
  content: { template: { name: "hello_world", language: { code: "en_US" } } },
};
const LATER = { ...TEMPLATE, scheduled_at: new Date(Date.now() + 3600_000).toISOString() };

async function send(more: object) {
  const sent = { channel_id: waypost.channelId, to: "14155559001", ...more };
  const { status, body } = await waypost.call("POST", "/v1/messages", sent);
  expect([status, body.detail]).toEqual([201, undefined]);
  return body;
}

const recordOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body;

test("a template is expected to cost what it is billed once it was delivered", async () => {
  const waits = await send(LATER);
  const cost = { amount: 0.0123, currency: "EUR", category: "utility", type: "regular", country: "US" };
  expect((await recordOf(waits.id)).cost).toEqual({ ...cost, state: "expected", basis: "rc_EUR" });
  await waypost.call("POST", `/v1/messages/${waits.id}/cancel`);
  expect((await recordOf(waits.id)).cost).toMatchObject({ amount: 0, state: "refunded" });

  const { id } = await send(TEMPLATE);
  const record = await lookUntil(
    () => recordOf(id),
    ({ cost }) => cost?.state === "billed",
  );
  expect(record.cost).toEqual({ ...cost, state: "billed", basis: "rc_EUR" });
});

test("an answer is free by what is reported of it, and what is no message costs nothing", async () => {
  const { id } = await send({ type: "text", content: { body: "Hi" } });
  const record = await lookUntil(
    () => recordOf(id),
    ({ cost }) => cost?.state === "free",
  );
  expect(record.cost).toMatchObject({ amount: 0, category: "service", type: "free_customer_service" });
  const read = await send({ type: "mark_as_read", content: { message_id: record.provider_message_id } });
  expect((await recordOf(read.id)).cost).toBeNull();
});

test("the month says what it cost so far, and how many answers are still free", async () => {
  const { body } = await waypost.call("GET", "/v1/costs/forecast");
  const channel = { channel_id: waypost.channelId, phone_number: null };
  expect(body).toEqual({
    ...{ month: new Date().toISOString().slice(0, 7), currency: "EUR", spent: 0.0123 },
    ...{ forecast: null, pace: null, since: null, free_answers: [{ ...channel, taken: 1, left: 999 }] },
    planned: expect.anything(),
  });
  const { organizationId, sql } = waypost;
  await sql`insert into cost_sums
    select organization_id, span, date_trunc('month', at)::date - 1, channel_id, category, country, key, broadcast_id,
      currency, 1, 0, 0, 5
    from cost_sums where organization_id = ${organizationId} and span = 'total' and category = 'utility'`;
  expect((await waypost.call("GET", "/v1/costs/forecast")).body.spent).toBe(0.0123);
  const [number] =
    await sql`select number, month::text from free_answers where organization_id = ${organizationId}`;
  await sql`select take_free_answers(array[
    row(${organizationId}, ${number?.number}, ${number?.month}::date, null, 1005)::free_answers])`;
  const { free_answers } = (await waypost.call("GET", `/v1/costs/forecast?channel_id=${waypost.channelId}`))
    .body;
  expect(free_answers).toMatchObject([{ taken: 1000, left: 0 }]);
});

test("what was delivered is summed by its day, and by what else it was", async () => {
  const today = new Date().toISOString().slice(0, 10);
  const { body, status } = await waypost.call("GET", `/v1/costs?from=${today}`);
  expect([status, body.detail]).toEqual([200, undefined]);
  const sum = { messages: 2, free: 1, unpriced: 0, amount: 0.0123, currency: "EUR" };
  expect(body).toEqual({
    data: [{ group: today, name: null, ...sum }],
    total: sum,
    meta: { next_cursor: null },
  });
  const of = async (group: string) => {
    const { body } = await waypost.call("GET", `/v1/costs?group_by=${group}`);
    expect(body.total).toEqual(sum);
    return body.data.map((one: { group: string; name: string; amount: number }) => [
      one.group,
      one.name,
      one.amount,
    ]);
  };
  const [channel] = await waypost.sql`select name from channels where id = ${waypost.channelId}`;
  expect(await of("channel")).toEqual([[waypost.channelId, channel?.name, 0.0123]]);
  expect(await of("category")).toEqual([
    ["utility", null, 0.0123],
    ["service", null, 0],
  ]);
  expect(await of("country")).toEqual([["US", null, 0.0123]]);
  expect(await of("broadcast")).toEqual([[null, null, 0.0123]]);
  expect(await of("template")).toEqual([
    ["hello_world", null, 0.0123],
    [null, null, 0],
  ]);
  expect(await of("user")).toEqual([[null, null, 0.0123]]);
  const [[key, name]] = await of("key");
  expect([key.startsWith("key_"), typeof name]).toEqual([true, "string"]);
  const [[contact]] = await of("contact");
  const month = today.slice(0, 7);
  const { body: ofContact } = await waypost.call("GET", `/v1/costs?contact_id=${contact}`);
  expect(ofContact).toMatchObject({ data: [{ group: month, ...sum }], total: sum });
  const file = await waypost.call("GET", "/v1/costs.csv?group_by=month&category=utility");
  expect(file.body).toBe(
    `group,name,messages,free,unpriced,amount,currency\r\n${month},,1,0,0,0.0123,EUR\r\n`,
  );
});

test("messages to somebody who came from an advertisement are free for 72 hours after an answer was sent", async () => {
  const referral = { source_type: "ad", source_id: "1", ctwa_clid: "x" };
  const from = "14155559002";
  await receive(waypost, { from, message: { type: "text", text: { body: "Is it still there?" }, referral } });
  const costOf = async (more: object) => (await recordOf((await send({ ...more, to: from })).id)).cost;
  const inHours = (hours: number) => ({
    ...TEMPLATE,
    scheduled_at: new Date(Date.now() + hours * 3600_000).toISOString(),
  });
  const free = { amount: 0, type: "free_entry_point", state: "expected" };
  const charged = { amount: 0.0123, type: "regular", state: "expected" };
  expect(await costOf(LATER)).toMatchObject(free);
  // an answer that is only scheduled opens nothing, nor does one that is cancelled
  for (const hours of [25, 71]) expect(await costOf(inHours(hours))).toMatchObject(charged);
  const { id: cancelled } = await send({ ...LATER, to: from });
  await waypost.call("POST", `/v1/messages/${cancelled}/cancel`);
  const open = () => waypost.sql`
    select free_until > now() + interval '71 hours' as is_open from conversations where free_until is not null`;
  expect([...(await open())]).toEqual([]);
  await send({ type: "text", content: { body: "It is." }, to: from });
  expect([...(await lookUntil(open, (rows) => rows.length > 0))]).toEqual([{ is_open: true }]);
  expect(await costOf(inHours(71))).toMatchObject(free);
  expect(await costOf(inHours(73))).toMatchObject(charged);
  await waypost.sql`update conversations set free_until = now() where free_until is not null`;
  expect(await costOf(LATER)).toMatchObject(charged);
});
