/** What happens in the inbox by itself: who gets a conversation, what opens, closes, and is answered after hours. */
import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { createLog } from "../../daemon/lib/log.ts";
import { type Daemon, startDaemon } from "../../daemon/start/daemon.ts";
import { closeQuiet } from "../../db/conversations/rules.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { answer, hear } from "./support.ts";

const waypost = sharedDaemon();
let other: Daemon;
beforeAll(async () => {
  const { config, databaseUrl, secrets } = waypost;
  other = await startDaemon({ config, databaseUrl, secrets, log: createLog("silent") });
});
afterAll(() => other.stop());
afterEach(() => set({}));

const set = (rules: object) => waypost.call("PUT", "/v1/settings/inbox", rules);
const find = async (id: string) => (await waypost.call("GET", `/v1/conversations/${id}`)).body;
const said = async (id: string) =>
  (await waypost.call("GET", `/v1/messages?conversation_id=${id}&limit=100`)).body.data
    .filter(({ direction }: { direction: string }) => direction === "outbound")
    .map(({ content }: { content: object }) => content);

const DAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
/** Open for an hour on the day after tomorrow. */
const CLOSED = {
  zone: "UTC",
  days: [{ day: DAYS[(new Date().getUTCDay() + 2) % 7], from: "12:00", to: "13:00" }],
};
const OPEN = {
  zone: "UTC",
  days: DAYS.flatMap((day) => [
    { day, from: "00:00", to: "12:00" },
    { day, from: "12:00", to: "00:00" },
  ]),
};
const AWAY = { hours: CLOSED, away: { text: "We are back soon." } };

async function newUser(role = "agent"): Promise<string> {
  const id = Bun.randomUUIDv7();
  await waypost.sql`
    insert into users (organization_id, id, email, password_hash, role)
    values (${waypost.organizationId}, ${id}, ${`${id}@example.com`}, 'none', ${role})`;
  return id;
}

test("rules are kept whole, by those who manage channels, and the audit log says who set them", async () => {
  const none = { assign: "none", reopen: true, close_after_days: null, hours: null, away: null };
  expect((await waypost.call("GET", "/v1/settings/inbox")).body).toEqual(none);
  const rules = { ...none, assign: "round_robin", close_after_days: 3 };
  expect(await set({ assign: "round_robin", close_after_days: 3 })).toMatchObject({
    status: 200,
    body: rules,
  });
  expect((await waypost.call("GET", "/v1/settings/inbox")).body).toEqual(rules);
  const { data } = (await waypost.call("GET", "/v1/audit?action=settings.updated")).body;
  expect(data[0].target).toMatchObject({ id: "inbox" });
  const agent = caller(waypost.url, await makeKey(waypost, ["messages:read", "messages:send"]));
  expect((await agent("GET", "/v1/settings/inbox")).status).toBe(200);
  expect((await agent("PUT", "/v1/settings/inbox", {})).status).toBe(403);
});

test.each([
  [{ hours: { ...CLOSED, zone: "Mars/Base" } }, "/hours/zone"],
  [{ hours: { zone: "UTC", days: [{ day: "mon", from: "09:00", to: "09:00" }] } }, "/hours/days/0/to"],
  [{ away: { text: "Later" } }, "/away"],
  [{ hours: CLOSED, away: {} }, "/away/text"],
  [{ hours: CLOSED, away: { text: " \n" } }, "/away/text"],
  [{ hours: CLOSED, away: { template: { name: "none", language: "en_US" } } }, "/away/template/name"],
])("%j is refused at %s", async (rules, path) => {
  expect(await set(rules)).toMatchObject({ status: 422, body: { errors: [{ path }] } });
});

test("conversations are given in turn, by two daemons at once, each to one", async () => {
  await newUser("viewer");
  const agents = [await newUser(), await newUser(), await newUser()];
  await set({ assign: "round_robin" });
  const people = Array.from({ length: 12 }, (_, nth) => `141555660${String(nth).padStart(2, "0")}`);
  const daemons = [waypost, { ...waypost, url: other.url }];
  await Promise.all(people.map((from, nth) => hear(daemons[nth % 2] ?? waypost, from)));
  const counts = new Map<string, number>();
  const conversations = await Promise.all(
    people.map(async (from) => (await waypost.call("GET", `/v1/conversations?q=${from}`)).body.data[0]),
  );
  for (const { assignee_id } of conversations) counts.set(assignee_id, (counts.get(assignee_id) ?? 0) + 1);
  expect([...counts]).toHaveLength(3);
  expect(agents.map((id) => counts.get(id))).toEqual([4, 4, 4]);
  // what a phone's history brings is given to nobody
  const old = await hear(waypost, "14155566051", 25 * 3600);
  expect((await find(old)).assignee_id).toBeNull();
  // who has one keeps it, and an event says whose it is
  const [{ id, assignee_id }] = conversations;
  await hear(waypost, people[0] ?? "");
  expect((await find(id)).assignee_id).toBe(assignee_id);
  const events = await waypost.sql<
    { body: string }[]
  >`select body from events where type = 'conversation.updated'`;
  const told = events.map(({ body }) => JSON.parse(body)).filter((body) => body.conversation_id === id);
  expect(told.some((body) => body.assignee_id === assignee_id && body.message_id === undefined)).toBe(true);
});

test("a conversation that is closed opens when they write, or stays closed and is unread", async () => {
  const id = await hear(waypost, "14155566101");
  const close = () => waypost.call("PATCH", `/v1/conversations/${id}`, { status: "closed" });
  await waypost.call("POST", `/v1/conversations/${id}/read`);
  await close();
  await hear(waypost, "14155566101");
  expect((await find(id)).status).toBe("open");
  await waypost.call("POST", `/v1/conversations/${id}/read`);
  await close();
  await set({ ...AWAY, reopen: false });
  await hear(waypost, "14155566101");
  expect(await find(id)).toMatchObject({ status: "closed", unread_count: 1, unanswered: false });
  expect(await said(id)).toEqual([]);
});

test("what is quiet for so many days closes, unless somebody waits or it was changed since", async () => {
  const ids: string[] = [];
  for (const nth of [1, 2, 3, 4]) ids.push(await hear(waypost, `1415556620${nth}`));
  const [quiet = "", waiting = "", changed = "", written = ""] = ids;
  for (const id of [quiet, changed, written]) await answer(waypost, id);
  const { sql } = waypost;
  await sql`delete from messages where conversation_id = any (${[quiet, waiting, changed]})`;
  await sql`update conversations set updated_at = now() - interval '3 days' where id = any (${ids})`;
  await sql`update conversations set updated_at = now() where id = ${changed}`;
  await closeQuiet(waypost.sql);
  expect((await find(quiet)).status).toBe("open");
  await set({ close_after_days: 2 });
  await Promise.all([closeQuiet(waypost.sql), closeQuiet(waypost.sql)]);
  expect((await find(quiet)).status).toBe("closed");
  for (const id of [waiting, changed, written]) expect((await find(id)).status).toBe("open");
  const events = await waypost.sql`
    select from events where type = 'conversation.updated' and body::json ->> 'conversation_id' = ${quiet}
      and body::json ->> 'status' = 'closed'`;
  expect(events).toHaveLength(1);
});

test("what was quiet until somebody writes at that moment stays open", async () => {
  const id = await hear(waypost, "14155566211");
  await answer(waypost, id);
  await waypost.sql`delete from messages where conversation_id = ${id}`;
  await waypost.sql`update conversations set updated_at = now() - interval '3 days' where id = ${id}`;
  await set({ close_after_days: 2 });
  let closed: Promise<void> | undefined;
  await waypost.sql.begin(async (writing) => {
    await writing`update conversations set waiting_since = now() where id = ${id}`;
    closed = closeQuiet(waypost.sql);
    const blocked = () => waypost.sql`
      select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await until(async () => (await blocked()).length > 0);
  });
  await closed;
  expect((await find(id)).status).toBe("open");
});

test("after hours, somebody who writes is answered once and still waits, and again in the next closed hours", async () => {
  await set(AWAY);
  const id = await hear(waypost, "14155566301");
  await hear(waypost, "14155566301");
  expect(await said(id)).toEqual([{ body: "We are back soon." }]);
  expect(await find(id)).toMatchObject({ unanswered: true });
  await waypost.sql`update conversations set away_until = away_until - interval '8 days' where id = ${id}`;
  await hear(waypost, "14155566301");
  expect(await said(id)).toHaveLength(2);
  // each as any other message
  const [{ id: message, author }] = (
    await waypost.call("GET", `/v1/messages?conversation_id=${id}&direction=outbound`)
  ).body.data;
  expect(author).toEqual({ kind: "away", id: null, name: null });
  await waypost.until(message, "sent", "delivered", "read");
});

test("after an away answer, they wait as long as before when a later answer is cancelled or contacts merge", async () => {
  await set(AWAY);
  const id = await hear(waypost, "14155566311", 90);
  const other = await hear(waypost, "14155566312", 60);
  const { waiting_since } = await find(id);
  const tomorrow = new Date(Date.now() + 24 * 3600_000).toISOString();
  const message = await answer(waypost, id, { scheduled_at: tomorrow });
  expect((await find(id)).waiting_since).toBeNull();
  await waypost.call("POST", `/v1/messages/${message}/cancel`);
  expect((await find(id)).waiting_since).toBe(waiting_since);
  const { contact_id } = await find(id);
  await waypost.call("POST", `/v1/contacts/${(await find(other)).contact_id}/merge`, { contact_id });
  expect(await said(id)).toHaveLength(3);
  expect((await find(id)).waiting_since).toBe(waiting_since);
});

test("nobody is answered during the hours, for a reaction, if suppressed, or by an earlier message", async () => {
  const suppressed = await hear(waypost, "14155566401");
  const { contact_id } = await find(suppressed);
  await waypost.call("POST", `/v1/contacts/${contact_id}/suppressions`, {
    channel: "whatsapp",
    reason: "asked",
  });
  await set({ ...AWAY, hours: OPEN });
  const open = await hear(waypost, "14155566402");
  await set(AWAY);
  await hear(waypost, "14155566401");
  const reaction = { type: "reaction", reaction: { message_id: "wamid.none", emoji: "👍" } };
  const reacted = await hear(waypost, "14155566403", 0, { ...reaction, text: undefined });
  const early = await hear(waypost, "14155566404", 8 * 24 * 3600);
  for (const id of [suppressed, open, reacted, early]) expect(await said(id)).toEqual([]);
  await waypost.call("DELETE", `/v1/contacts/${contact_id}/suppressions/whatsapp`);
  await hear(waypost, "14155566401");
  expect(await said(suppressed)).toEqual([{ body: "We are back soon." }]);
});

test("a template that needs values is refused", async () => {
  await waypost.sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    select organization_id, 'tpl_filled', waba_id, 'filled', 'en_US', 'UTILITY', 'approved',
      '[{"type":"BODY","text":"Back at {{1}}"}]'
    from channels where id = ${waypost.channelId}`;
  const refused = await set({ hours: CLOSED, away: { template: { name: "filled", language: "en_US" } } });
  expect(refused).toMatchObject({
    status: 422,
    body: {
      errors: [{ path: "/away/template/name", message: "the template has 1 body variable; you gave 0" }],
    },
  });
});

test("without a text, the template is sent", async () => {
  await waypost.sql`
    insert into templates (organization_id, id, waba_id, name, language, category, status, components)
    select organization_id, 'tpl_away', waba_id, 'hello_world', 'en_US', 'UTILITY', 'approved',
      '[{"type":"BODY","text":"Hello World"}]'
    from channels where id = ${waypost.channelId}`;
  await set({ hours: CLOSED, away: { template: { name: "hello_world", language: "en_US" } } });
  const id = await hear(waypost, "14155566502");
  const { data } = (await waypost.call("GET", `/v1/messages?conversation_id=${id}&direction=outbound`)).body;
  expect(data).toMatchObject([{ type: "template", text: "Hello World" }]);
  await waypost.until(data[0].id, "sent", "delivered", "read");
});

test("somebody who stops gets the confirmation and no more, and waits for nothing", async () => {
  await set(AWAY);
  const id = await hear(waypost, "14155566501", 0, { text: { body: "STOP" } });
  expect(await said(id)).toHaveLength(1);
  expect(await said(id)).not.toEqual([{ body: "We are back soon." }]);
  expect((await find(id)).waiting_since).toBeNull();
});
