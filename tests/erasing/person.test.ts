/** After an erasure nothing in the database or among the files names the person; neighbours are as they were. */
import { beforeAll, expect, test } from "bun:test";
import { defineTemplate, TEMPLATE } from "../broadcasts/support.ts";
import { receive, settled, take } from "../inbound/support.ts";
import { indexed } from "../messages/search/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { isStored, traces } from "./traces.ts";

const waypost = sharedDaemon();
const ZELDA = "14155574101";
const NEIGHBOUR = "14155574102";
const GROUP = "R3J1cHBlWmVsZGE";
const BYTES = "the picture of the person";

const ok = async (method: string, path: string, body?: unknown) => {
  const answer = await waypost.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const contactOf = async (phone: string) => (await ok("GET", `/v1/contacts/phone/+${phone}`)).id as string;
const now = () => String(Math.floor(Date.now() / 1000));
const says = (from: string, id: string, body: string, more: object = {}) =>
  take(waypost, {
    contacts: [{ wa_id: from, profile: { name: from === ZELDA ? "Zelda Quaxwell" : "Ned" } }],
    messages: [{ from, id, timestamp: now(), type: "text", text: { body }, ...more }],
  });
const send = (to: string, body: string, more: object = {}) =>
  ok("POST", "/v1/messages", { channel_id: waypost.channelId, to, type: "text", content: { body }, ...more });
const statusOf = async (id: string) => (await ok("GET", `/v1/messages/${id}`)).status;

let zelda: string;
let neighbour: string;
let conversation: string;
let sent: string;
let before: string[];
let sums: unknown;

/** Everything that can name somebody, of one person; and the same conversation with a neighbour. */
async function live(): Promise<void> {
  await says(ZELDA, "wamid.zelda.1", "Where is my xylophone?");
  await says(NEIGHBOUR, "wamid.ned.1", "Where is my trombone?");
  [zelda, neighbour] = [await contactOf(ZELDA), await contactOf(NEIGHBOUR)];
  conversation = (await ok("GET", `/v1/conversations?contact_id=${zelda}`)).data[0].id;
  const picture = await receive(waypost, { from: ZELDA, kind: "document", content: { base64: btoa(BYTES) } });
  await settled(waypost, picture.content.media_id);
  sent = (await send(ZELDA, "Your xylophone is here", { metadata: { for: "Zelda" } })).id;
  await until(async () => (await statusOf(sent)) === "read");
  await send(ZELDA, "A later xylophone", { scheduled_at: new Date(Date.now() + 3600_000).toISOString() });
  await says(ZELDA, "wamid.zelda.group", "I play the glockenspiel", { group_id: GROUP });
  await says(NEIGHBOUR, "wamid.ned.group", `Ask @${ZELDA} for it`, { group_id: GROUP });
  await ok("POST", `/v1/contacts/${zelda}/notes`, { body: "Zelda is left-handed" });
  await ok("POST", `/v1/contacts/${neighbour}/notes`, { body: `Friend of +${ZELDA}` });
  await ok("POST", `/v1/contacts/${zelda}/tags`, { name: "zelda-fans" });
  await ok("PUT", `/v1/contacts/${zelda}/consent/whatsapp`, { state: "granted", proof: "Form of Zelda" });
  await ok("PATCH", `/v1/contacts/${zelda}`, {
    email: "zelda@quaxwell.example",
    custom_fields: { pet: "Quokka" },
  });
  await ok("PATCH", `/v1/contacts/${neighbour}`, { custom_fields: { referred_by: zelda } });
  await ok("POST", `/v1/conversations/${conversation}/notes`, { body: "Zelda wants it today" });
  await ok("POST", `/v1/conversations/${conversation}/tags`, { name: "xylophones" });
  await ok("POST", `/v1/crm/records/${zelda}/comments`, { body: "Zelda called" });
  const key = await ok("POST", "/v1/api-keys", {
    ...{ name: "Robot", permissions: ["messages:send"], agent: { recipients: "anyone", approval: "always" } },
  });
  await fetch(`${waypost.url}/v1/messages`, {
    method: "POST",
    headers: { "x-api-key": key.key, "content-type": "application/json" },
    body: JSON.stringify({
      channel_id: waypost.channelId,
      to: ZELDA,
      type: "text",
      content: { body: "Psst Zelda" },
    }),
  });
  await defineTemplate(waypost);
  const { id } = await ok("POST", "/v1/broadcasts", {
    ...{ name: "Spring", channel_ids: [waypost.channelId], template: TEMPLATE },
    audience: { contact_ids: [zelda, neighbour] },
  });
  await ok("POST", `/v1/broadcasts/${id}/start`);
  await until(async () => (await ok("GET", `/v1/broadcasts/${id}`)).status === "completed");
  await waypost.call("POST", "/v1/contacts/import", `phone_number,name,email\n+${ZELDA},Zelda,nonsense\n`, {
    "content-type": "text/csv",
  });
  await until(async () => (await ok("GET", "/v1/contacts/imports")).data[0].status === "completed");
  await indexed(waypost);
}

const words = () => [
  ...[ZELDA, "Zelda", "Quaxwell", "Quokka", "xylophone", "glockenspiel", "left-handed"],
  ...[zelda, conversation, "wamid.zelda"],
];
const moneyOf = async () => (await ok("GET", "/v1/costs?group_by=category")).data;

beforeAll(async () => {
  await live();
  before = await traces(waypost, words());
  sums = await moneyOf();
  await ok("POST", `/v1/contacts/${zelda}/erase`, { reason: "They asked for it.", at_once: true });
  await until(async () => (await ok("GET", "/v1/contacts/erasures")).data[0].status === "completed");
});

test("what is erased was in many places before", () => {
  const tables = new Set(before.map((one) => one.split(":")[0]));
  expect([...tables]).toEqual(
    expect.arrayContaining(["message_search_words", "broadcast_people", "import_refusals"]),
  );
  expect(tables.size).toBeGreaterThan(20);
});

test("no table has a name, number, id or word of the person; only the event that they are erased names the contact", async () => {
  const rows = await waypost.sql`select body from events where type = 'contact.erased'`;
  expect(rows.map(({ body }) => JSON.parse(body).contact_id)).toEqual([zelda]);
  await waypost.sql`update events set body = '{}' where type = 'contact.erased'`;
  expect(await traces(waypost, words())).toEqual([]);
});

test("no file has what the person sent", async () => {
  expect(await isStored(waypost.config.home, BYTES)).toBe(false);
});

test("that a message was sent, when, and with what result stays", async () => {
  const message = await ok("GET", `/v1/messages/${sent}`);
  expect(message).toMatchObject({
    status: "read",
    direction: "outbound",
    type: "text",
    to: null,
    content: {},
  });
  expect(message.contact_id).toBeNull();
  expect(message.conversation_id).not.toBe(conversation);
  expect((await ok("GET", `/v1/conversations/${message.conversation_id}`)).status).toBe("closed");
});

test("what it cost stays", async () => {
  expect(await moneyOf()).toEqual(sums);
});

test("the neighbour keeps all of it, and is still found by their words", async () => {
  expect(await ok("GET", `/v1/contacts/${neighbour}`)).toMatchObject({
    name: "Ned",
    phone_number: `+${NEIGHBOUR}`,
  });
  expect((await ok("GET", "/v1/messages/search?q=trombone")).data).toHaveLength(1);
  expect((await ok("GET", "/v1/messages/search?q=Ask")).data).toHaveLength(1);
});

test("who writes from the number later is somebody new", async () => {
  await says(ZELDA, "wamid.later.1", "Hello again");
  expect(await contactOf(ZELDA)).not.toBe(zelda);
});
