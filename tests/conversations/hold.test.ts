/** Who holds a conversation: people take it, programs that answer leave it alone. */
import { beforeAll, expect, test } from "bun:test";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { endHolds } from "../../db/conversations/holds.ts";
import { eventsOf } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { type Bot, hear, idsOf, newBot, newUser } from "./support.ts";

const waypost = sharedDaemon();
let person: Awaited<ReturnType<typeof newUser>>;
let refused: Bot;
let waits: Bot;
beforeAll(async () => {
  person = await newUser(waypost);
  refused = await newBot(waypost, true);
  waits = await newBot(waypost, { when_held: "wait" });
});

let serial = 14155573000;
const heard = () => hear(waypost, String(++serial));
type Who = { call: typeof waypost.call };
const hold = ({ call }: Who, id: string, body: object = {}) =>
  call("POST", `/v1/conversations/${id}/hold`, body);
const release = ({ call }: Who, id: string) => call("POST", `/v1/conversations/${id}/release`);
const holderOf = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body.held_by;
const say = ({ call }: Who, conversation_id: string, more = {}) =>
  call("POST", "/v1/messages", { conversation_id, type: "text", content: { body: "Yes" }, ...more });
const messageOf = async (id: string) => (await waypost.call("GET", `/v1/messages/${id}`)).body;
const gone = (id: string) => waypost.until(id, "sent", "delivered", "read");
const end = async (id: string) => {
  await waypost.sql`update conversations set held_until = now() where id = ${id}`;
  await endHolds(waypost.sql);
};
/** The events of a conversation, oldest first: held or released, why, and by whom it is or was held. */
const told = async (id: string) =>
  (await eventsOf(waypost))
    .filter(({ type, body }) => /conversation\.(held|released)/.test(type) && body.conversation_id === id)
    .map(({ type, body }) => [type.slice(13), body.cause, (body.held_by as { id: string | null }).id]);
const later = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

test("a person holds a conversation for an hour, or until they say, and releases it", async () => {
  const id = await heard();
  expect(await holderOf(id)).toBeNull();
  const held = await hold(person, id);
  expect(held).toMatchObject({
    status: 200,
    body: { held_by: { type: "user", id: person.id, name: "Ada" } },
  });
  const { since, until: ends } = held.body.held_by;
  expect(Date.parse(ends) - Date.parse(since)).toBe(3_600_000);
  const longer = later(120);
  expect((await hold(person, id, { until: longer })).body.held_by).toMatchObject({ since, until: longer });
  expect(await idsOf(waypost, "held=true")).toContain(id);
  expect((await release(person, id)).body.held_by).toBeNull();
  expect((await release(person, id)).status).toBe(200);
  expect(await idsOf(waypost, "held=true")).not.toContain(id);
  expect(await told(id)).toEqual([
    ["held", "asked", person.id],
    ["held", "asked", person.id],
    ["released", "asked", person.id],
  ]);
});

test("an end that is over or too far ahead, and a conversation of nobody's, are refused", async () => {
  const id = await heard();
  for (const ends of [later(-1), later(31 * 24 * 60), "tomorrow"])
    expect((await hold(person, id, { until: ends })).status).toBe(422);
  expect((await hold(person, "cv_none")).status).toBe(404);
  expect((await release(person, "cv_none")).status).toBe(404);
});

test("what a bot answers in a conversation that a person holds is refused, and says who holds it until when", async () => {
  const id = await heard();
  await hold(person, id);
  const { status, body } = await say(refused, id);
  expect({ status, body }).toMatchObject({
    ...{ status: 409, body: { code: "conversation_held", held_by: { type: "user", id: person.id } } },
  });
  expect(body.detail).toContain(`Ada holds this conversation until ${body.held_by.until}`);
  expect((await say(waypost, id)).status).toBe(201);
  expect((await say(person, id)).status).toBe(201);
  await release(person, id);
  expect((await say(refused, id)).status).toBe(201);
});

test("each message of a batch is judged by its own conversation", async () => {
  const [free, held] = [await heard(), await heard()];
  await hold(person, held);
  const messages = [free, held].map((conversation_id) => ({
    ...{ conversation_id, type: "text", content: { body: "Yes" } },
  }));
  const { data } = (await refused.call("POST", "/v1/messages/batch", { messages })).body;
  expect(data.map(({ status }: { status: number }) => status)).toEqual([201, 409]);
  expect(data[1].problem.code).toBe("conversation_held");
});

test("a bot's operations, and what it schedules for afterwards, are accepted", async () => {
  const id = await heard();
  await hold(person, id, { until: later(10) });
  expect((await say(refused, id, { scheduled_at: later(5) })).status).toBe(409);
  expect((await say(refused, id, { scheduled_at: later(60) })).status).toBe(201);
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}`)).body;
  const seen = data.find(({ direction }: { direction: string }) => direction === "inbound").id;
  const read = { type: "mark_as_read", content: { message_id: seen } };
  expect((await say(refused, id, read)).status).toBe(201);
});

test("the same request again gets the same answer, also once the conversation is held", async () => {
  const id = await heard();
  const key = { "idempotency-key": crypto.randomUUID() };
  const body = { conversation_id: id, type: "text", content: { body: "Once" } };
  const first = await refused.call("POST", "/v1/messages", body, key);
  await hold(person, id);
  const again = await refused.call("POST", "/v1/messages", body, key);
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
});

test("of two bots that hold at once, one has it, and neither takes it from a person", async () => {
  const id = await heard();
  const asked = await Promise.all([refused, waits, refused, waits].map((bot) => hold(bot, id)));
  const winners = asked.filter(({ status }) => status === 200).map(({ body }) => body.held_by.id);
  expect(new Set(winners).size).toBe(1);
  expect(asked.filter(({ status }) => status === 409)).toHaveLength(2);
  const loser = winners[0] === refused.id ? waits : refused;
  expect((await release(loser, id)).body.code).toBe("conversation_held");
  expect((await hold(person, id)).status).toBe(200);
  for (const bot of [refused, waits]) expect((await hold(bot, id)).status).toBe(409);
  // a colleague, and a key that is no bot's, end what a person holds
  expect((await release(await newUser(waypost), id)).body.held_by).toBeNull();
  await hold(person, id);
  expect((await release(waypost, id)).body.held_by).toBeNull();
});

test("an answer that waits is held on its record, and goes once when the conversation is released", async () => {
  const id = await heard();
  await hold(person, id);
  const accepted = await say(waits, id);
  expect(accepted.status).toBe(201);
  const { held, waiting_for, expires_at } = await messageOf(accepted.body.id);
  expect(held).toMatchObject({ reason: "conversation_held" });
  expect(waiting_for.reason).toBe("conversation_held");
  expect(expires_at).toBe(accepted.body.expires_at);
  // in nobody's way
  const mine = await say(person, id);
  await gone(mine.body.id);
  expect((await messageOf(accepted.body.id)).attempts).toBe(0);
  await release(person, id);
  await gone(accepted.body.id);
  expect((await messageOf(accepted.body.id)).attempts).toBe(1);
});

test("what a bot had queued before waits, too, and what it scheduled keeps its time", async () => {
  const id = await heard();
  const scheduled_at = later(30);
  const queued = (await say(refused, id, { scheduled_at })).body.id;
  await hold(person, id, { until: later(60) });
  expect((await messageOf(queued)).held).toMatchObject({ reason: "conversation_held" });
  await release(person, id);
  const [item] = await waypost.sql`select due_at, held_reason from lane_items where item_id = ${queued}`;
  expect(item).toEqual({ due_at: new Date(scheduled_at), held_reason: null });
});

test("a hold ends by itself, with an event, and what waited goes", async () => {
  const id = await heard();
  await hold(person, id);
  const waiting = (await say(waits, id)).body.id;
  await end(id);
  await gone(waiting);
  expect((await told(id)).at(-1)).toEqual(["released", "ended", person.id]);
  expect(await holderOf(id)).toBeNull();
});

test("a hold whose time is over holds nobody back, also before that is written down", async () => {
  const id = await heard();
  await hold(person, id);
  await waypost.sql`update conversations set held_until = now() where id = ${id}`;
  expect((await say(refused, id)).status).toBe(201);
  expect(await hold(refused, id)).toMatchObject({ status: 200, body: { held_by: { id: refused.id } } });
});

test("who is removed, or whose key is revoked, holds nothing any more", async () => {
  const [ofUser, ofKey] = [await heard(), await heard()];
  const user = await newUser(waypost);
  const bot = await newBot(waypost, true);
  await hold(user, ofUser);
  await hold(bot, ofKey);
  await waypost.call("DELETE", `/v1/users/${user.id}`);
  await waypost.call("DELETE", `/v1/api-keys/${bot.id}`);
  expect([await holderOf(ofUser), await holderOf(ofKey)]).toEqual([null, null]);
  await endHolds(waypost.sql);
  await until(async () => (await told(ofKey)).length === 2);
  expect(await told(ofKey)).toEqual([
    ["held", "asked", bot.id],
    ["released", "ended", bot.id],
  ]);
});

test("the next conversation is none that somebody else holds", async () => {
  await waypost.sql`update conversations set status = 'closed', waiting_since = null`;
  const [held, free] = [await hear(waypost, String(++serial), 90), await hear(waypost, String(++serial), 10)];
  await hold(waypost, held);
  const next = ({ call }: Who) => call("POST", "/v1/conversations/next", {});
  expect((await next(person)).body.id).toBe(free);
  expect((await next(person)).status).toBe(404);
  await hold(person, held);
  expect((await next(person)).body.id).toBe(held);
});

test("a key begins and ceases to be a bot's", async () => {
  const id = await heard();
  await hold(person, id);
  const bot = await newBot(waypost, undefined);
  expect((await say(bot, id)).status).toBe(201);
  const change = (body: object) => waypost.call("PATCH", `/v1/api-keys/${bot.id}`, body);
  expect((await change({ bot: true })).body.bot).toEqual({ when_held: "refuse" });
  await until(async () => (await say(bot, id)).status === 409);
  expect((await change({ bot: null })).body.bot).toBeNull();
  await until(async () => (await say(bot, id)).status === 201);
  expect((await change({ bot: { when_held: "ignore" } })).status).toBe(422);
});

test("an agent whose guard says so leaves alone what a person holds", async () => {
  const id = await heard();
  const agent = await newBot(waypost, undefined, { recipients: "answered", when_held: "refuse" });
  await hold(person, id);
  expect((await say(agent, id)).body.code).toBe("conversation_held");
  await release(person, id);
  expect((await say(agent, id)).status).toBe(201);
  expect((await hold(agent, id)).body.held_by).toMatchObject({ type: "key", id: agent.id });
});

test("of two conversations that become one, who holds one holds it: a person before a bot", async () => {
  const [kept, gone] = [await heard(), await heard()];
  await hold(waits, kept, { until: later(600) });
  const waiting = (await say(waits, kept, { scheduled_at: later(5) })).body.id;
  await hold(person, gone);
  const contact = async (id: string) =>
    (await waypost.call("GET", `/v1/conversations/${id}`)).body.contact_id;
  await mergeContacts(waypost.sql, waypost.organizationId, await contact(kept), await contact(gone));
  expect(await holderOf(gone)).toMatchObject({ id: person.id });
  expect((await messageOf(waiting)).held).toMatchObject({ reason: "conversation_held" });
  expect((await told(kept)).at(-1)).toEqual(["held", "merged", person.id]);
});
