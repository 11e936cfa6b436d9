/** The log and the stream with the messages and contacts that their events are about. */
import { expect, test } from "bun:test";
import { take } from "../inbound/support.ts";
import { caller, makeKey } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { openStream } from "./support.ts";

const waypost = sharedDaemon();
let nth = 0;

/** Somebody writes. */
async function hear(): Promise<void> {
  nth += 1;
  const person = { from: "14155557001", timestamp: "1763717400" };
  await take(waypost, {
    messages: [{ ...person, id: `wamid.include${nth}`, type: "text", text: { body: "A table?" } }],
  });
}

const only = { type: "message.new" };
const list = async (include: string, call = waypost.call) =>
  await call("GET", `/v1/events?${new URLSearchParams({ ...only, include })}`);

test("the log has the message as the API shows it, and the person", async () => {
  await hear();
  const { body } = await list("message,contact");
  const event = body.data.at(-1).body;
  const message = await waypost.call("GET", `/v1/messages/${event.message_id}`);
  expect(event.message).toEqual(message.body);
  expect(event.contact).toMatchObject({ id: event.contact_id, phone_number: "+14155557001" });
});

test("without include, the log has the fields of the event alone", async () => {
  await hear();
  const { body } = await waypost.call("GET", "/v1/events?type=message.new");
  expect(body.data.at(-1).body).not.toHaveProperty("message");
});

test("a stream has them, of what happened before it and of what happens now", async () => {
  await hear();
  const query = new URLSearchParams({ ...only, include: "message", after: "beginning" }).toString();
  const stream = await openStream(waypost.url, waypost.key, { query });
  await stream.until(() => stream.events.length > 0);
  const before = stream.events.length;
  await hear();
  await stream.until(() => stream.events.length > before);
  for (const { data } of stream.events) expect(data.body).toMatchObject({ message: { text: "A table?" } });
  stream.close();
});

test.each([
  ["password", 'events can\'t carry "password"; they can carry message, contact'],
  ["files", "only endpoints get files themselves; `message` has a `download_url` for each"],
])("%s are refused, with what there is instead", async (record, detail) => {
  const { status, body } = await list(`message,${record}`);
  expect([status, body.detail]).toEqual([422, `/include: ${detail}`]);
});

test.each([
  ["message", "messages:read"],
  ["contact", "contacts:read"],
])("%s needs %s, in the log and in the stream", async (record, permission) => {
  const permissions = ["events:read", "messages:read", "contacts:read"].filter((one) => one !== permission);
  const key = await makeKey(waypost, permissions);
  const refused = { status: 403, body: { code: "missing_permission", permission } };
  expect(await list(record, caller(waypost.url, key))).toMatchObject(refused);
  await expect(openStream(waypost.url, key, { query: `include=${record}` })).rejects.toThrow("403");
});
