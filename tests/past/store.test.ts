/** Past messages are in their conversations, and nothing else comes of them. */
import { expect, test } from "bun:test";
import { eventsOf, recordOf, take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { conversationOf, daysAgo, past, said, someone, store } from "./support.ts";

const waypost = sharedDaemon();

const count = async (table: string) => (await waypost.sql`select from ${waypost.sql(table)}`).length;

test("people of two ids are one, with their messages in order, in a closed conversation with nothing to read", async () => {
  const [phone, lid] = ["491710000001", "80001"];
  const [lately, before] = [daysAgo(1), daysAgo(20)];
  const stored = await store(waypost, [
    past("A3", someone(phone, { lid, name: "Ada" }), {
      at: lately,
      direction: "outbound",
      status: "read",
    }),
    past("A1", someone(null, { lid }), { at: before }),
    past("A2", someone(phone), { at: before }),
  ]);
  expect(stored).toEqual({ stored: 3, known: 0, tooOld: 0 });
  const conversation = await conversationOf(waypost, phone);
  expect(conversation).toMatchObject({
    ...{ status: "closed", unread_count: 0, unanswered: false, contact: { name: "Ada" } },
    ...{ last_message: { preview: "A3", status: "read" }, last_inbound_at: before.toISOString() },
  });
  expect(await said(waypost, conversation.id)).toEqual(["A1", "A2", "A3"]);
  expect(await recordOf(waypost, "A3")).toMatchObject({
    ...{ imported_from: "phone", direction: "outbound", to: phone, author: { kind: "phone" } },
    ...{ created_at: lately.toISOString(), cost: null },
  });
});

test("whose LID is known keeps that contact when the past has their number", async () => {
  await store(waypost, [past("B1", someone(null, { lid: "80002" }))]);
  const { contact_id, conversation_id } = await recordOf(waypost, "B1");
  await store(waypost, [past("B2", someone("491710000002", { lid: "80002" }))]);
  expect(await recordOf(waypost, "B2")).toMatchObject({ contact_id, conversation_id });
});

test("a group is one conversation, and who wrote in it is a contact without one", async () => {
  const group = { groupId: "120363000000000001@g.us", subject: "Ovens" };
  const writer = { ...someone("491710000003", { lid: "80003", name: "Grace" }), address: "80003@lid" };
  await store(waypost, [
    past("C1", group, { writer }),
    past("C2", group, { direction: "outbound", status: "sent" }),
  ]);
  const message = await recordOf(waypost, "C1");
  expect(message).toMatchObject({
    group_id: group.groupId,
    group: { subject: "Ovens", participant_name: "Grace" },
  });
  const { body } = await waypost.call("GET", `/v1/conversations/${message.conversation_id}`);
  expect(body.group_id).toBe(group.groupId);
  expect(await said(waypost, body.id)).toEqual(["C1", "C2"]);
  expect(await conversationOf(waypost, "491710000003")).toBeUndefined();
});

test("it makes no events, costs, opt-outs or deliveries", async () => {
  await waypost.call("POST", "/v1/webhooks", { url: "https://example.com/hook", events: ["*"] });
  const tables = ["events", "deliveries", "message_costs", "suppressions", "response_times", "lane_items"];
  const before = await Promise.all(tables.map(count));
  await store(waypost, [
    past("D1", someone("491710000004"), { content: { body: "STOP" }, at: daysAgo(0, -60) }),
    past("D2", someone("491710000004"), { direction: "outbound", status: "failed" }),
  ]);
  expect(await Promise.all(tables.map(count))).toEqual(before);
});

test("a repetition changes nothing, and neither does one that Waypost itself carried", async () => {
  const [id, from] = ["wamid.past.1", "491710000005"];
  await take(waypost, {
    messages: [
      { id, from, timestamp: String(Math.floor(Date.now() / 1000)), type: "text", text: { body: "Now" } },
    ],
  });
  const messages = [past(id, someone(from)), past("E1", someone(from)), past("E1", someone(from))];
  expect(await store(waypost, messages)).toEqual({ stored: 1, known: 2, tooOld: 0 });
  expect(await store(waypost, messages)).toEqual({ stored: 0, known: 3, tooOld: 0 });
  const conversation = await conversationOf(waypost, from);
  expect(await said(waypost, conversation.id)).toEqual(["E1", "Now"]);
  expect(await recordOf(waypost, id)).toMatchObject({ imported_from: null });
  expect((await eventsOf(waypost)).filter(({ type }) => type === "message.new")).toHaveLength(1);
});

test("one that comes in after it was copied is a new message all the same, once", async () => {
  const [id, from] = ["wamid.past.5", "491710000010"];
  await store(waypost, [past(id, someone(from), { at: daysAgo(0, -5) })]);
  const messages = [
    { id, from, timestamp: String(Math.floor(Date.now() / 1000) - 5), type: "text", text: { body: "Live" } },
  ];
  await take(waypost, { messages });
  await take(waypost, { messages });
  const record = await recordOf(waypost, id);
  expect(record).toMatchObject({ imported_from: null, text: "Live" });
  expect(await said(waypost, record.conversation_id)).toEqual(["Live"]);
  expect(await conversationOf(waypost, from)).toMatchObject({ status: "open", unread_count: 1 });
  const told = (await eventsOf(waypost)).filter(
    ({ type, body }) => type === "message.new" && body.message_id === record.id,
  );
  expect(told).toHaveLength(1);
});

test("who waits goes on waiting since then, and has as much unread as before", async () => {
  const from = "491710000006";
  const seconds = Math.floor(Date.now() / 1000);
  const messages = ["wamid.past.2", "wamid.past.3"].map((id, nth) => ({
    ...{ id, from, timestamp: String(seconds - 60 + nth), type: "text", text: { body: id } },
  }));
  await take(waypost, { messages });
  const before = await conversationOf(waypost, from);
  await store(waypost, [past("F1", someone(from)), past("F2", someone(from), { at: new Date() })]);
  const { status, unread_count, waiting_since } = await conversationOf(waypost, from);
  expect([status, unread_count, waiting_since]).toEqual(["open", 2, before.waiting_since]);
  const first = (await recordOf(waypost, "wamid.past.2")).id;
  await waypost.call("POST", `/v1/conversations/${before.id}/read`, { message_id: first });
  expect((await conversationOf(waypost, from)).unread_count).toBe(1);
  await waypost.sql`select settle_waiting(${waypost.organizationId}, array[${before.id}])`;
  expect((await conversationOf(waypost, from)).waiting_since).toBe(before.waiting_since);
});

test("they are found by their words, and a reply quotes them", async () => {
  const phone = "491710000007";
  await store(waypost, [
    past("wamid.past.4", someone(phone), { content: { body: "a zeppelin" }, at: daysAgo(0, -60) }),
  ]);
  const { body } = await waypost.call("GET", "/v1/messages/search?q=zeppelin");
  expect(body.data.map(({ text }: { text: string }) => text)).toEqual(["a zeppelin"]);
  const reply = { channel_id: waypost.channelId, to: phone, type: "text", content: { body: "Up!" } };
  const sent = await waypost.call("POST", "/v1/messages", { ...reply, reply_to: { id: body.data[0].id } });
  await waypost.until(sent.body.id, "sent", "delivered", "read");
  const log = await (await fetch(`${waypost.sandbox.url}/sandbox/messages`)).json();
  expect(JSON.stringify(log)).toContain('"quotes":"wamid.past.4"');
});

test("what is older than the retention is left out, and what is of the future is of now", async () => {
  const person = someone("491710000008");
  const messages = [past("H1", person, { at: daysAgo(31) }), past("H2", person, { at: daysAgo(-3) })];
  expect(await store(waypost, messages, 30)).toEqual({ stored: 1, known: 0, tooOld: 1 });
  const { created_at } = await recordOf(waypost, "H2");
  expect(new Date(created_at).getTime()).toBeLessThanOrEqual(Date.now());
});

test("text that Postgres can't hold is stored without what it can't", async () => {
  const hostile = "a\u0000\ud800b";
  const person = someone("491710000009", { name: hostile, username: hostile });
  await store(waypost, [past("I1", person, { content: { body: hostile, more: [hostile] } })]);
  expect((await recordOf(waypost, "I1")).content.body).toBe("a\ufffdb");
});
