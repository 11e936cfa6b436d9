/** A conversation that became part of another is found by its own id, wherever one is taken. */
import { beforeAll, expect, test } from "bun:test";
import { eventsOf, take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
const call = (method: string, path: string, body?: unknown) => waypost.call(method, path, body);

/** Those that stay, those that go, and those that went into these before. */
let kept: Person;
let gone: Person;
let first: Person;
/** One that has nothing to do with them, and how it was before. */
let other: Person;
let before: Record<string, unknown>;
type Person = { phone: string; contact: string; conversation: string };

beforeAll(async () => {
  kept = await person("14155558001");
  gone = await person("14155558002");
  first = await person("14155558003");
  other = await person("14155558004");
  before = (await call("GET", `/v1/conversations/${other.conversation}`)).body;
  const product_items = [{ product_retailer_id: "a", quantity: 1 }];
  await hear(gone.phone, "order", { order: { catalog_id: "1", text: "", product_items } });
  await call("POST", `/v1/contacts/${gone.contact}/merge`, { contact_id: first.contact });
  await call("POST", `/v1/contacts/${kept.contact}/merge`, { contact_id: gone.contact });
});

async function person(phone: string): Promise<Person> {
  await hear(phone, "text", { text: { body: `Hello from ${phone}` } });
  const contact = (await call("GET", `/v1/contacts/phone/${phone}`)).body.id;
  const { data } = (await call("GET", `/v1/conversations?contact_id=${contact}`)).body;
  return { phone, contact, conversation: data[0].id };
}

async function hear(from: string, type: string, content: object): Promise<void> {
  const message = { id: `wamid.${type}.${from}`, from, timestamp: "1763717400", type, ...content };
  await take(waypost, { contacts: [{ wa_id: from }], messages: [message] });
}

const ids = async (path: string): Promise<string[]> =>
  (await call("GET", path)).body.data.map(({ id }: { id: string }) => id);

test("by the paths of the API", async () => {
  for (const { conversation } of [gone, first]) {
    const path = `/v1/conversations/${conversation}`;
    expect((await call("GET", path)).body.id).toBe(kept.conversation);
    expect((await call("PATCH", path, { status: "snoozed" })).body).toMatchObject({
      id: kept.conversation,
      status: "snoozed",
    });
    expect((await call("POST", `${path}/tags`, { name: conversation.slice(-8) })).status).toBe(201);
    const [message] = await ids(`/v1/messages?conversation_id=${conversation}&direction=inbound`);
    expect((await call("POST", `${path}/read`, { message_id: message })).status).toBe(200);
    expect((await call("POST", `${path}/read`)).body.unread_count).toBe(0);
    await call("PATCH", path, { status: "open" });
  }
  const { data } = (await call("GET", `/v1/conversations/${kept.conversation}/tags`)).body;
  expect(data.length).toBe(2);
});

test("and the others stay as they were", async () => {
  expect((await call("GET", `/v1/conversations/${other.conversation}`)).body).toEqual(before);
});

test("by filters, as the contact is", async () => {
  const all = await ids(`/v1/messages?conversation_id=${kept.conversation}`);
  expect(all.length).toBeGreaterThanOrEqual(4);
  const orders = await ids(`/v1/orders?conversation_id=${kept.conversation}`);
  expect(orders.length).toBe(1);
  for (const { conversation, contact } of [gone, first]) {
    for (const filter of [`conversation_id=${conversation}`, `contact_id=${contact}`]) {
      expect(await ids(`/v1/messages?${filter}`)).toEqual(all);
      expect(await ids(`/v1/orders?${filter}`)).toEqual(orders);
    }
    expect(await ids(`/v1/conversations?contact_id=${contact}`)).toEqual([kept.conversation]);
  }
});

test("by a send", async () => {
  for (const { conversation, contact, phone } of [gone, first]) {
    const names = { conversation_id: conversation, contact_id: contact, to: phone };
    for (const named of [{ conversation_id: conversation }, { channel_id: waypost.channelId, ...names }]) {
      const message = { ...named, type: "text", content: { body: "Still here?" } };
      const { status, body } = await call("POST", "/v1/messages", message);
      expect([status, body.code]).toEqual([201, undefined]);
      const record = (await call("GET", `/v1/messages/${body.id}`)).body;
      expect(record).toMatchObject({ conversation_id: kept.conversation, contact_id: kept.contact });
    }
  }
});

test.each(["conversation_id", "contact_id"] as const)("by a cancellation's %s", async (field) => {
  const scheduled_at = new Date(Date.now() + 3_600_000).toISOString();
  const message = { channel_id: waypost.channelId, to: kept.phone, type: "text", content: { body: "Later" } };
  const { id } = (await call("POST", "/v1/messages", { ...message, scheduled_at })).body;
  const named = field === "contact_id" ? gone.contact : gone.conversation;
  expect((await call("POST", "/v1/messages/cancel", { [field]: named })).status).toBe(202);
  expect((await waypost.until(id, "cancelled")).status).toBe("cancelled");
});

test("an event says which conversation took its place", async () => {
  const merged = (await eventsOf(waypost)).filter(({ type }) => type === "conversation.merged");
  const { organizationId: organization_id, channelId: channel_id } = waypost;
  expect(merged.map(({ body }) => body)).toEqual([
    {
      ...{ conversation_id: first.conversation, merged_into: gone.conversation, contact_id: gone.contact },
      ...{ channel_id, organization_id },
    },
    {
      ...{ conversation_id: gone.conversation, merged_into: kept.conversation, contact_id: kept.contact },
      ...{ channel_id, organization_id },
    },
  ]);
});

test("a conversation is nobody else's by its old id", async () => {
  const other = await person("14155558009");
  const message = { channel_id: waypost.channelId, to: other.phone, type: "text", content: { body: "Hi" } };
  const named = { ...message, conversation_id: gone.conversation };
  expect((await call("POST", "/v1/messages", named)).body.code).toBe("recipient_mismatch");
});
