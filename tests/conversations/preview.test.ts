/** A conversation has an event when another message is its newest, and opens again when the person writes. */
import { beforeAll, expect, test } from "bun:test";
import { FORMS } from "../../daemon/fronts/forms.ts";
import { PHONE, take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
beforeAll(async () => {
  // paused: it takes events, and nothing is delivered
  await waypost.sql`
    insert into webhook_endpoints (organization_id, id, url, filter_types, enabled)
    values (${waypost.organizationId}, 'ep_preview', 'https://example.com', '{conversation.updated}', false)`;
});

let serial = 0;
const text = { type: "text", text: { body: "Hi" } };
const message = (from: string, more: object = text) => ({
  from,
  id: `wamid.preview.${++serial}`,
  timestamp: String(Math.floor(Date.now() / 1000)),
  ...more,
});
const hear = (from: string, more?: object) => take(waypost, { messages: [message(from, more)] });

const send = (to: string, type: string, content: object) =>
  waypost.call("POST", "/v1/messages", { channel_id: waypost.channelId, to, type, content });

async function conversationWith(phone: string) {
  const contact = (await waypost.call("GET", `/v1/contacts/phone/${phone}`)).body;
  return (await waypost.call("GET", `/v1/conversations?contact_id=${contact.id}`)).body.data[0];
}

async function toldOf(id: string) {
  const rows = await waypost.sql`
    select body from events
    where type = 'conversation.updated' and body::json ->> 'conversation_id' = ${id}
    order by position, id`;
  return rows.map(({ body }) => JSON.parse(body));
}

test("a message that comes in and one that is accepted each change the preview, reported once with its id", async () => {
  await hear("14155562001");
  const received = await conversationWith("14155562001");
  const sent = (await send("14155562001", "text", { body: "Hello" })).body;
  const preview = {
    conversation_id: received.id,
    status: "open",
    assignee_id: null,
    team_id: null,
    channel_id: waypost.channelId,
    organization_id: waypost.organizationId,
  };
  expect(await toldOf(received.id)).toEqual([
    { ...preview, message_id: received.last_message.id },
    { ...preview, message_id: sent.id },
  ]);
});

test("messages of one conversation that come together have one event, with the newest", async () => {
  await take(waypost, { messages: [message("14155562002"), message("14155562002")] });
  const { id, last_message } = await conversationWith("14155562002");
  expect((await toldOf(id)).map((body) => body.message_id)).toEqual([last_message.id]);
});

test("an operation such as mark_as_read changes no preview", async () => {
  const incoming = message("14155562003");
  await take(waypost, { messages: [incoming] });
  const { id, last_message } = await conversationWith("14155562003");
  const marked = await send("14155562003", "mark_as_read", { message_id: incoming.id });
  expect(marked.status).toBe(201);
  expect(await toldOf(id)).toHaveLength(1);
  expect((await conversationWith("14155562003")).last_message.id).toBe(last_message.id);
});

test.each(["closed", "snoozed"])("a %s conversation opens again when the person writes", async (status) => {
  const phone = status === "closed" ? "14155562004" : "14155562005";
  await hear(phone);
  const { id } = await conversationWith(phone);
  await waypost.call("PATCH", `/v1/conversations/${id}`, { status });
  await hear(phone);
  expect(await conversationWith(phone)).toMatchObject({ id, status: "open" });
  expect((await toldOf(id)).map((body) => body.status)).toEqual(["open", status, "open"]);
});

test("neither a reaction of the person nor an echo of the own phone opens a closed conversation", async () => {
  const phone = "14155562006";
  const incoming = message(phone);
  await take(waypost, { messages: [incoming] });
  const { id } = await conversationWith(phone);
  await waypost.call("PATCH", `/v1/conversations/${id}`, { status: "closed" });
  await hear(phone, { type: "reaction", reaction: { message_id: incoming.id, emoji: "👍" } });
  const echo = { ...message(PHONE.displayPhoneNumber ?? "15550990100"), to: phone };
  await take(waypost, { message_echoes: [echo] }, "smb_message_echoes");
  const conversation = await conversationWith(phone);
  expect(conversation).toMatchObject({ status: "closed", last_message: { direction: "outbound" } });
});

test("what is accepted makes such an event for an endpoint that takes every type", async () => {
  await hear("14155562008");
  const { id } = await conversationWith("14155562008");
  await waypost.sql`update webhook_endpoints set filter_types = null`;
  await send("14155562008", "text", { body: "Hello" });
  await waypost.sql`update webhook_endpoints set filter_types = '{conversation.updated}'`;
  expect(await toldOf(id)).toHaveLength(2);
});

test("what is accepted makes no such event where no endpoint takes it", async () => {
  await hear("14155562007");
  const { id } = await conversationWith("14155562007");
  await waypost.sql`update webhook_endpoints set filter_types = '{message.sent}'`;
  await send("14155562007", "text", { body: "Hello" });
  await waypost.sql`update webhook_endpoints set filter_types = '{conversation.updated}'`;
  expect(await toldOf(id)).toHaveLength(1);
});

test.each(FORMS.map(({ name }) => name))(
  "for an endpoint of the form %s alone, a message that is accepted has no such event",
  async (format) => {
    const { sql, organizationId } = waypost;
    await sql`update webhook_endpoints set format = ${format} where organization_id = ${organizationId}`;
    const phone = `1415556210${FORMS.findIndex(({ name }) => name === format)}`;
    await hear(phone);
    const { id, last_message } = await conversationWith(phone);
    expect((await send(phone, "text", { body: "Hello" })).status).toBe(201);
    expect((await toldOf(id)).map(({ message_id }) => message_id)).toEqual([last_message.id]);
  },
);
