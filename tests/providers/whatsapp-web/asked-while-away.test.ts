/** What WhatsApp asks of a paired number while the database is away is answered once it is back. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { BinaryNode } from "baileys";
import { node } from "../../../daemon/sandbox/whatsapp-web/wire/nodes.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { type Relay, startRelay } from "../../support/relay.ts";
import { eventually, until } from "../../support/until.ts";
import { ADA, AT_ONCE, type Chat, NUMBER, startChat } from "./chat.ts";

const GRACE = "491700000002";
/** No message to them can be read; their phone asks for each five times more. */
const NEVER_READS = "15550001701";

let database: TestDatabase;
let relay: Relay;
let chat: Chat;
let left: BinaryNode[] = [];

beforeAll(async () => {
  database = await testDatabase();
  relay = await startRelay(database.url);
  const onStanza = (stanza: BinaryNode) => void left.push(stanza);
  chat = await startChat({ ...AT_ONCE, groups: true }, undefined, { databaseUrl: relay.url, onStanza });
});
beforeEach(() => {
  left = [];
});
let isAway = false;
async function goAway(): Promise<void> {
  isAway = true;
  await relay.refuse();
}
async function comeBack(): Promise<void> {
  if (isAway) await relay.accept();
  isAway = false;
}
afterEach(comeBack);
afterAll(async () => {
  await chat.stop();
  await relay.refuse();
  await database.drop();
});

function deliver(tag: string, attrs: Record<string, string>, content: BinaryNode[] = []): void {
  const { devices } = chat.switchboard().account(NUMBER);
  for (const device of devices.values()) chat.switchboard().deliver(device, node(tag, attrs, content));
}

const leaving = (tag: string, id: string) =>
  left.filter((stanza) => stanza.tag === tag && stanza.attrs.id === id);
/** Whether a stanza is acknowledged; of the receipts for a message, the one that asks for a copy. */
const acknowledged = (id: string) =>
  leaving("ack", id).some(({ attrs }) => attrs.class !== "receipt" || attrs.type === "retry");

/** Everything that was delivered before has been read: a status, which needs no database, is acknowledged. */
async function delivered(): Promise<void> {
  const id = crypto.randomUUID();
  deliver("message", { id, from: "status@broadcast", participant: `${ADA}@s.whatsapp.net`, type: "text" });
  await until(() => acknowledged(id));
}

/** Ada's phone says that it can't read a message. */
function askForCopy(id: string): void {
  const from = leaving("message", id)[0]?.attrs.to ?? "";
  deliver("receipt", { id, from, type: "retry" }, [node("retry", { id, count: "1", t: "1", v: "1" })]);
}

test("copies that are asked for while the database is away leave once it is back, in order", async () => {
  const first = (await chat.sent("text", { body: "One" }, "read")).provider_message_id;
  const second = (await chat.sent("text", { body: "Two" }, "read")).provider_message_id;
  await goAway();
  for (const id of [second, first]) askForCopy(id);
  await delivered();
  expect([acknowledged(first), acknowledged(second)]).toEqual([false, false]);
  left = [];
  await comeBack();
  await until(() => acknowledged(first));
  expect(left.filter(({ tag }) => tag === "message").map(({ attrs }) => attrs.id)).toEqual([second, first]);
});

test("news of the address book are acknowledged once they are stored", async () => {
  await chat.receive("text", {}, GRACE);
  await goAway();
  const moved = { old: `${GRACE}@s.whatsapp.net`, new: "491700000777@s.whatsapp.net" };
  const from = moved.old;
  deliver("notification", { id: "of-book", from, type: "contacts" }, [node("modify", moved)]);
  await delivered();
  expect(acknowledged("of-book")).toBe(false);
  await comeBack();
  await until(() => acknowledged("of-book"));
  expect((await chat.record("of-book")).content).toMatchObject({ event: "number_changed" });
});

/** Lets nothing be written to these tables while `work` runs. */
async function blocking(tables: string, work: () => Promise<void>): Promise<void> {
  await database.sql.begin(async (transaction) => {
    await transaction.unsafe(`lock table ${tables} in share row exclusive mode`);
    await work();
  });
}

/** The processes of Postgres that wait for a lock. */
const waiting = () => database.admin`
  select pid from pg_stat_activity
  where datname = ${new URL(database.url).pathname.slice(1)} and wait_event_type = 'Lock'`;

/** The address of a group that Ada made. */
async function groupOfAda(): Promise<string> {
  const { id } = chat.people().createGroup(ADA, "Chess", [NUMBER]);
  await chat.record(await chat.people().send(ADA, { kind: "text", content: {}, to: id }));
  return id;
}

function changeGroup(id: string, from: string, change: BinaryNode): void {
  deliver("notification", { id, from, type: "w:gp2", participant: `${ADA}@s.whatsapp.net` }, [change]);
}

test("what happened in a group is stored, also when the connection ends before", async () => {
  const group = await groupOfAda();
  await blocking("provider_webhooks, events", async () => {
    changeGroup("of-group", group, node("subject", { subject: "Bridge" }));
    await until(() => acknowledged("of-group"));
    chat.web.control.fault({ fault: "drop", number: NUMBER, at: "now" });
    // what was on its way to the database ends, too
    for (const { pid } of await waiting()) await database.admin`select pg_terminate_backend(${pid})`;
  });
  expect((await chat.record("of-group")).content).toMatchObject({
    event: "subject_changed",
    subject: "Bridge",
  });
  const kept = () => database.sql`select from web_session_keys where category = 'arrived'`;
  await until(async () => (await kept()).length === 0);
});

const ofGrace = { jid: `${GRACE}@s.whatsapp.net` };
const IN_GROUPS: [string, BinaryNode, object][] = [
  ["people_added", node("add", {}, [node("participant", ofGrace)]), { people: [{ phone: GRACE }] }],
  ["people_removed", node("remove", {}, [node("participant", ofGrace)]), { people: [{ phone: GRACE }] }],
  ["admins_made", node("promote", {}, [node("participant", ofGrace)]), { people: [{ phone: GRACE }] }],
  ["subject_changed", node("subject", { subject: "Go" }), { subject: "Go" }],
  ["only_admins_write", node("announcement", {}), { on: true }],
];

test.each(IN_GROUPS)("%s, in a group, is acknowledged once it is kept", async (event, change, said) => {
  const group = await groupOfAda();
  await blocking("web_session_keys", async () => {
    changeGroup(event, group, change);
    await until(async () => (await waiting()).length > 0);
    expect(acknowledged(event)).toBe(false);
  });
  await until(() => acknowledged(event));
  expect((await chat.record(event)).content).toMatchObject({ event, ...said });
});

/** What Baileys does with each, which writes its keys: the acknowledgement leaves behind them (`keys/gate.ts`). */
const KEPT: [string, () => [attrs: Record<string, string>, content: BinaryNode]][] = [
  [
    "a change of the account",
    () => [
      { from: own(), type: "account_sync" },
      node("disappearing_mode", { duration: "86400", t: "1700000000" }),
    ],
  ],
  [
    "a device that is gone",
    () => [
      { from: own(), type: "devices" },
      node("remove", {}, [node("device", { jid: own().replace("@", ":9@") })]),
    ],
  ],
  [
    "somebody's new identity",
    () => [{ from: `${ADA}@s.whatsapp.net`, type: "encrypt" }, node("identity", {})],
  ],
];
const own = () => chat.switchboard().account(NUMBER).jid;

test.each(KEPT)("%s is acknowledged once it can be stored", async (id, made) => {
  await chat.sent("text", { body: "Hello" }, "read");
  await goAway();
  const [attrs, content] = made();
  deliver("notification", { id, ...attrs }, [content]);
  await until(() => left.length > 0).catch(() => {});
  expect(acknowledged(id)).toBe(false);
  await comeBack();
  await until(() => acknowledged(id));
});

test("a phone gets all five copies that it asks for", async () => {
  const id = await chat.send("text", { body: "Can you read this?" }, NEVER_READS);
  const { provider_message_id: unread } = await chat.daemon.until(id, "sent");
  await until(() => leaving("message", unread).length === 6);
});

/** The error with the latest status of a message, once there is one. */
const errorOf = (id: string) =>
  eventually(
    "error",
    async () => (await chat.daemon.call("GET", `/v1/messages/${id}`)).body.status_history.at(-1).error,
  );

test("a device that asks for more copies is named in the record", async () => {
  const id = await chat.send("text", { body: "Never" }, NEVER_READS);
  const { provider_message_id: unread } = await chat.daemon.until(id, "sent");
  await until(() => leaving("message", unread).length === 6);
  askForCopy(unread);
  const detail = expect.stringMatching(
    new RegExp(`^${leaving("message", unread)[0]?.attrs.to} .* gets no more`),
  );
  expect(await errorOf(id)).toMatchObject({ code: "copy_not_sent", detail });
  expect(leaving("message", unread)).toHaveLength(6);
});

test("a device that asks for a message which is not kept any more is named in the record", async () => {
  const { id, provider_message_id: gone } = await chat.sent("text", { body: "Long ago" }, "read");
  await chat.daemon.sql`delete from web_messages where provider_message_id = ${gone}`;
  askForCopy(gone);
  expect(await errorOf(id)).toMatchObject({
    code: "copy_not_sent",
    detail: expect.stringContaining("not kept"),
  });
  expect(acknowledged(gone)).toBe(true);
});

test("copies that WhatsApp did not take don't count", async () => {
  const { provider_message_id: id } = await chat.sent("text", { body: "Lost on its way" }, "read");
  chat.web.control.fault({ fault: "no_ack", number: NUMBER, times: 5 });
  for (let copies = 1; copies <= 6; copies++) {
    askForCopy(id);
    await until(() => leaving("message", id).length === 1 + copies);
  }
});
