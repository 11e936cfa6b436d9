/** Who may be written to: the service window, suppressions, and what a message quotes. */
import { expect, test } from "bun:test";
import { receive, take } from "../inbound/support.ts";
import type { MessageRecord } from "../support/daemon.ts";
import { ownDaemon } from "../support/own-daemon.ts";
import { until } from "../support/until.ts";

const waypost = ownDaemon({ settings: { rate: { per_second: 100_000, per_recipient_seconds: 0 } } });

const TEMPLATE = {
  type: "template",
  content: { template: { name: "hello_world", language: { code: "en_US" } } },
};

const post = (to: string, more: object = {}, headers: Record<string, string> = {}) =>
  waypost.call(
    "POST",
    "/v1/messages",
    { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...more },
    headers,
  );

/** Lets somebody write to the channel, through Meta's stand-in and the daemon's webhook. */
const writes = (from: string): Promise<MessageRecord> => receive(waypost, { from, text: "Are you open?" });

test("a first text is refused, says why, and leaves no contact behind", async () => {
  const { status, body } = await post("14155551001");
  expect(status).toBe(422);
  expect(body).toMatchObject({ code: "outside_service_window", errors: [{ path: "/to" }] });
  expect(body.detail).toBe(
    "/to: This person has never written to this number. Until they do, only a template can be sent.",
  );
  expect(await waypost.sql`select from contact_identities where value = '14155551001'`).toHaveLength(0);
});

test("a template, an operation, and what is sent later need no window", async () => {
  const later = new Date(Date.now() + 3600_000).toISOString();
  expect((await post("14155551002", TEMPLATE)).status).toBe(201);
  const read = { type: "mark_as_read", content: { message_id: "wamid.x" } };
  expect((await post("14155551002", read)).status).toBe(201);
  expect((await post("14155551002", { scheduled_at: later })).status).toBe(201);
});

test("a reaction and a text go to a person who wrote, until 24 hours later", async () => {
  const { conversation_id, provider_message_id: id } = await writes("14155551003");
  expect((await post("14155551003")).status).toBe(201);
  const reaction = { type: "reaction", content: { message_id: id, reaction: "👍" } };
  expect((await post("14155551003", reaction)).status).toBe(201);
  await waypost.sql`update conversations set last_inbound_at = now() - interval '24 hours 1 second'
    where id = ${conversation_id}`;
  const { body } = await post("14155551003");
  expect(body.code).toBe("outside_service_window");
  expect(body.detail).toMatch(/last wrote at \d{4}-\d\d-\d\dT/);
  expect((await post("14155551003", reaction)).body.code).toBe("outside_service_window");
});

test("a message of the day before that comes late does not close the window", async () => {
  const from = "14155551012";
  await writes(from);
  const yesterday = { from, id: "wamid.late", timestamp: String(Math.floor(Date.now() / 1000) - 25 * 3600) };
  await take(waypost, { messages: [{ ...yesterday, type: "text", text: { body: "Hello?" } }] });
  expect((await post(from)).status).toBe(201);
});

test("a message accepted with an idempotency key is answered again after the window has closed", async () => {
  const { conversation_id } = await writes("14155551004");
  const key = { "idempotency-key": "window-1" };
  const first = await post("14155551004", {}, key);
  await waypost.sql`update conversations set last_inbound_at = null where id = ${conversation_id}`;
  const again = await post("14155551004", {}, key);
  expect([again.status, again.body.id]).toEqual([201, first.body.id]);
});

test("a refused message does not take its idempotency key", async () => {
  const key = { "idempotency-key": "window-2" };
  expect((await post("14155551005", {}, key)).status).toBe(422);
  await writes("14155551005");
  expect((await post("14155551005", {}, key)).status).toBe(201);
});

test("with service_window: provider the decision is left to WhatsApp", async () => {
  const path = `/v1/channels/${waypost.channelId}`;
  await waypost.call("PATCH", path, { settings: { service_window: "provider" } });
  await until(async () => (await post("14155551006")).status === 201);
  await waypost.call("PATCH", path, { settings: { service_window: "enforce" } });
  await until(async () => (await post("14155551007")).status === 422);
});

test("a suppressed recipient is refused, with the reason, until the suppression ends; operations are not", async () => {
  const { contact_id, provider_message_id: id } = await writes("14155551008");
  await waypost.sql`insert into suppressions (organization_id, contact_id, channel, reason, until)
    values (${waypost.organizationId}, ${contact_id}, 'whatsapp', 'asked to stop', now() + interval '1 hour')`;
  for (const message of [{}, TEMPLATE, { scheduled_at: new Date(Date.now() + 3600_000).toISOString() }]) {
    const { status, body } = await post("14155551008", message);
    expect([status, body.code]).toEqual([422, "suppressed_recipient"]);
    expect(body.detail).toContain("asked to stop");
  }
  expect((await post("14155551008", { type: "mark_as_read", content: { message_id: id } })).status).toBe(201);
  await waypost.sql`update suppressions set until = now() - interval '1 second' where contact_id = ${contact_id}`;
  expect((await post("14155551008")).status).toBe(201);
});

test("a suppression of another channel says nothing of WhatsApp", async () => {
  const { contact_id } = await writes("14155551009");
  await waypost.sql`insert into suppressions (organization_id, contact_id, channel, reason)
    values (${waypost.organizationId}, ${contact_id}, 'email', 'bounced')`;
  expect((await post("14155551009")).status).toBe(201);
});

test("reply_to beside the content is the content's own", async () => {
  const { provider_message_id: id } = await writes("14155551010");
  const accepted = await post("14155551010", { reply_to: { id } });
  expect(accepted.status).toBe(201);
  const { body } = await waypost.call("GET", `/v1/messages/${accepted.body.id}`);
  expect(body.content).toEqual({ body: "Hello", reply_to: { id } });
});

test.each([
  ["a type that can't quote", { type: "reaction", content: { message_id: "wamid.x", reaction: "👍" } }],
  ["a reply given twice", { content: { body: "Hello", reply_to: { id: "wamid.y" } } }],
])("%s is refused by name", async (_, message) => {
  const { status, body } = await post("14155551011", { ...message, reply_to: { id: "wamid.x" } });
  expect(status).toBe(422);
  expect(body.errors[0].path).toBe("/reply_to");
});

/** Metadata of so many bytes of JSON. */
function noteOf(bytes: number) {
  const frame = Buffer.byteLength('{"note":"ü"}');
  return { note: `ü${"x".repeat(bytes - frame)}` };
}

test.each([
  ["16 keys", Object.fromEntries(Array.from({ length: 16 }, (_, index) => [`key${index}`, 1]))],
  ["a key of 64 characters", { ["k".repeat(64)]: 1 }],
  ["16 KiB", noteOf(16 * 1024)],
])("metadata with %s is taken", async (_, metadata) => {
  const { body } = await post("14155551013", { ...TEMPLATE, metadata });
  expect((await waypost.call("GET", `/v1/messages/${body.id}`)).body.metadata).toEqual(metadata);
});

test.each([
  ["17 keys", Object.fromEntries(Array.from({ length: 17 }, (_, index) => [`key${index}`, 1]))],
  ["a key of 65 characters", { ["k".repeat(65)]: 1 }],
  ["a byte more than 16 KiB", noteOf(16 * 1024 + 1)],
])("metadata with %s is refused", async (_, metadata) => {
  const { status, body } = await post("14155551012", { ...TEMPLATE, metadata });
  expect([status, body.errors[0].path]).toEqual([422, "/metadata"]);
});
