/** Events that carry the message and the contact that they are about. */
import { expect, test } from "bun:test";
import { newId, newMessageId } from "../../daemon/lib/ids.ts";
import { showMessages } from "../../daemon/messages/show-messages.ts";
import { findMessages } from "../../db/messages/messages.ts";
import { HOUR_MS, withClockAhead } from "../support/another-clock.ts";
import { type Heard, hearOn } from "./hear.ts";
import { laneSite } from "./lane-site.ts";
import { verifyDelivery } from "./receiver.ts";

const { fixture, receiver, answer } = laneSite();

const hear = (...given: Heard) => hearOn(fixture, fixture.channelId, ...given);
const listen = (include: string[], more = {}) =>
  fixture.endpoint({ url: receiver.url, filterTypes: ["message.new"], include, ...more });
const posted = () => receiver.received.map(({ body }) => JSON.parse(body));

async function shown(id: string) {
  const rows = await findMessages(fixture.sql, fixture.organizationId, [id]);
  return JSON.parse(JSON.stringify((await showMessages(fixture.sql, fixture.dependencies, rows))[0]));
}

test("an event carries the message as the API shows it, and the person, behind its own fields", async () => {
  const { lane, secret } = await listen(["message", "contact"]);
  const id = await hear();
  await fixture.deliverDue(lane);
  const [event] = posted();
  const { contact_id } = event;
  expect(event.message).toEqual(await shown(id));
  expect(event.message.text).toBe("A table for two?");
  expect(event.contact).toEqual({
    ...{ id: contact_id, name: "Ada", phone_number: "+14155550123" },
    ...{ user_id: null, username: null },
  });
  const [{ body } = { body: "" }] = await fixture.sql<{ body: string }[]>`
    select body from events where type = 'message.new' and body::json ->> 'message_id' = ${id}`;
  expect(receiver.received[0]?.body).toStartWith(body.slice(0, -1));
  for (const delivery of receiver.received) verifyDelivery(secret, delivery);
});

test("without include, an event stays byte for byte what it was, and nothing is stored for it", async () => {
  const { lane } = await fixture.endpoint({ url: receiver.url, filterTypes: ["message.new"] });
  const before = await fixture.sql`select from delivery_requests`;
  await hear();
  await fixture.deliverDue(lane);
  expect(posted()[0]).not.toHaveProperty("message");
  expect((await fixture.sql`select from delivery_requests`).count).toBe(before.count);
});

test("an event that names no message stays as it is, and nothing is stored for it", async () => {
  const { lane } = await listen(["message", "contact"], { filterTypes: ["template.status_update"] });
  const before = await fixture.sql`select from delivery_requests`;
  await fixture.emit("template.status_update", ['{"template_id": "tpl_1"}']);
  await fixture.deliverDue(lane);
  expect((await fixture.sql`select from delivery_requests`).count).toBe(before.count);
  expect(receiver.received.map(({ body }) => body)).toEqual(['{"template_id": "tpl_1"}']);
});

test("all attempts post the same bytes, whatever happened to the message in between", async () => {
  answer.status = 500;
  const { lane } = await listen(["message", "contact"]);
  const id = await hear();
  await fixture.deliverDue(lane);
  await fixture.sql`update messages set content = '{"body": "For three"}' where id = ${id}`;
  await fixture.sql`update contacts set name = 'Grace'`;
  for (const _ of [1, 2]) {
    await fixture.makeDue(lane);
    await fixture.deliverDue(lane);
  }
  const bodies = receiver.received.map(({ body }) => body);
  expect(bodies).toHaveLength(3);
  expect(new Set(bodies).size).toBe(1);
  expect(bodies[0]).toContain("for two");
});

test("what was read and never posted, because the daemon died, is posted as it was read", async () => {
  const { lane } = await listen(["message"]);
  const id = await hear();
  await (await fixture.work.open(lane))?.peek([], 10);
  await fixture.sql`update messages set content = '{"body": "For three"}' where id = ${id}`;
  await fixture.deliverDue(lane);
  expect(posted()[0].message.text).toBe("A table for two?");
});

test("a contact that is deleted between two attempts is left out, and said", async () => {
  answer.status = 500;
  const { id: endpoint, lane } = await listen(["message", "contact"]);
  await hear("text", { body: "Hi" }, "14155550177");
  await fixture.deliverDue(lane);
  const { contact_id } = posted()[0];
  await fixture.sql`select delete_contact(${fixture.organizationId}, ${contact_id})`;
  expect(await fixture.sql`select from delivery_requests where contact_id = ${contact_id}`).toHaveLength(0);
  await fixture.makeDue(lane);
  await fixture.deliverDue(lane);
  const [, again] = posted();
  expect(again.omitted).toEqual(["contact"]);
  expect(again).not.toHaveProperty("contact");
  expect(again.message.contact).toBeNull();
  expect(await fixture.deliveries(endpoint)).toMatchObject([{ attempt: 1 }, { attempt: 2 }, { attempt: 3 }]);
});

test("a message past the retention is left out, and said", async () => {
  const { lane } = await listen(["message", "contact"]);
  const id = await hear();
  await fixture.sql`delete from messages where id = ${id}`;
  await fixture.deliverDue(lane);
  expect(posted()[0].omitted).toEqual(["message"]);
});

test("a message of another organisation, or of a channel that the endpoint is not for, is never carried", async () => {
  const id = await hear();
  const { lane } = await listen(["message", "contact"], { channels: [newId("ch")] });
  await fixture.emit("message.new", [JSON.stringify({ message_id: id })]);
  await fixture.deliverDue(lane);
  expect(posted()[0]).toEqual({ message_id: id, omitted: ["message", "contact"] });
});

test.each([
  [["message", "contact"], { message: { type: "text" }, contact: { name: "Ada Lovelace" } }],
  [["message", "files"], { message: { type: "document", content: { data: btoa("tomato soup") } } }],
])("a test event carries examples of %j", async (include, example) => {
  const { lane } = await listen(include);
  await fixture.emit("message.new", [JSON.stringify({ message_id: newMessageId(), test: true })]);
  await fixture.deliverDue(lane);
  expect(posted()[0]).toMatchObject(example);
});

/** Somebody sends a file, which is stored. */
async function hearFile(text: string, channel = fixture.channelId) {
  const mediaId = newId("med");
  const id = await hear("document", { media_id: mediaId, filename: "menu.txt" });
  await fixture.sql`
    insert into media ${fixture.sql({
      ...{ organization_id: fixture.organizationId, id: mediaId, direction: "inbound", channel_id: channel },
      ...{ message_id: id, kind: "document", status: "stored", mime_type: "text/plain" },
      ...{ file_name: "menu.txt", size: text.length },
    })}`;
  return mediaId;
}

test("a file of a message has a link beside its id, which stays the same over retries", async () => {
  answer.status = 500;
  const { lane } = await listen(["message"]);
  const mediaId = await hearFile("soup");
  await fixture.deliverDue(lane);
  const link = new URL(posted()[0].message.content.download_url);
  expect(`${link.origin}${link.pathname}`).toBe(`https://waypost.example/v1/media/${mediaId}/download`);
  await withClockAhead(HOUR_MS, async () => {
    await fixture.makeDue(lane);
    await fixture.deliverDue(lane);
  });
  const bodies = receiver.received.map(({ body }) => body);
  expect([bodies.length, new Set(bodies).size]).toEqual([2, 1]);
});

test("a file of a channel that the endpoint is not for has no link", async () => {
  const { lane } = await listen(["message"], { channels: [fixture.channelId] });
  await hearFile("soup", newId("ch"));
  await fixture.deliverDue(lane);
  expect(posted()[0].message.content).not.toHaveProperty("download_url");
});
