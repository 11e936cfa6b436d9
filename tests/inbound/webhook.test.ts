import { expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import { routedCalls } from "../../daemon/inbound/facts/routing.ts";
import { SANDBOX_DEFAULTS } from "../../daemon/sandbox/graph/defaults.ts";
import { storeWebhooks } from "../../db/inbound/webhooks.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";

const waypost = sharedDaemon();
const path = "/v1/providers/whatsapp/webhook";

function signed(body: string | Uint8Array, secret: string = SANDBOX_DEFAULTS.appSecret) {
  return { "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}` };
}

const post = (body: string, headers: Record<string, string> = signed(body)) =>
  fetch(waypost.url + path, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body,
  });

/** A call of Meta with these messages, as it sends them. */
function call(messages: object[], more: object = {}) {
  const metadata = { display_phone_number: "15550990100", phone_number_id: SANDBOX_DEFAULTS.phoneNumber.id };
  const value = { messaging_product: "whatsapp", metadata, messages, ...more };
  return JSON.stringify({
    object: "whatsapp_business_account",
    entry: [{ id: "1", changes: [{ field: "messages", value }] }],
  });
}

const textMessage = (id: string, body: string, from = "16505551234") => ({
  from,
  id,
  timestamp: "1763717400",
  type: "text",
  text: { body },
});

async function processed(): Promise<void> {
  await until(
    async () => (await waypost.sql`select from provider_webhooks where error is null`).length === 0,
  );
}

/** How many calls were ever stored. */
async function everStored(): Promise<number | null> {
  const [row] = await waypost.sql`
    select pg_sequence_last_value('provider_webhooks_id_seq')::integer as calls`;
  return row?.calls ?? null;
}

const inbound = async (from = "16505551234") =>
  await waypost.sql`select * from messages where direction = 'inbound' and address = ${from} order by id`;

test("the verification challenge is answered only with the right token", async () => {
  const ask = (token: string) =>
    fetch(`${waypost.url}${path}?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`);
  const right = await ask(SANDBOX_DEFAULTS.verifyToken);
  expect([right.status, await right.text()]).toEqual([200, "1158201444"]);
  expect((await ask("wrong")).status).toBe(403);
});

test("a text becomes a record, a conversation and message.new, however often it comes", async () => {
  const body = call([textMessage("wamid.first", "Is it ready?")], {
    contacts: [{ wa_id: "16505551234", profile: { name: "Ada" } }],
  });
  for (let time = 0; time < 3; time++) expect((await post(body)).status).toBe(200);
  await processed();
  const messages = await inbound();
  expect(messages).toHaveLength(1);
  expect(messages[0]).toMatchObject({
    type: "text",
    content: '{"body":"Is it ready?"}',
    provider_message_id: "wamid.first",
  });
  const events = await waypost.sql`select body from events where type = 'message.new'`;
  expect(events).toHaveLength(1);
  expect(JSON.parse(events[0]?.body)).toMatchObject({
    message_id: messages[0]?.id,
    direction: "inbound",
    from_phone: "16505551234",
    msg_type: "text",
  });
  const [contact] =
    await waypost.sql`select name, phone_number from contacts where id = ${messages[0]?.contact_id}`;
  expect({ ...contact }).toEqual({ name: "Ada", phone_number: "+16505551234" });
});

test("a call that nothing waits before is processed when Meta is answered, and never stored", async () => {
  const storedBefore = await everStored();
  await post(call([textMessage("wamid.alone", "At once", "16505550077")]));
  expect(await inbound("16505550077")).toMatchObject([{ provider_message_id: "wamid.alone" }]);
  expect(await everStored()).toBe(storedBefore);
});

test("every message of every change and entry is taken", async () => {
  const one = JSON.parse(
    call([textMessage("wamid.a1", "1", "16505550001"), textMessage("wamid.a2", "2", "16505550001")]),
  );
  const two = JSON.parse(call([textMessage("wamid.a3", "3", "16505550001")]));
  one.entry[0].changes.push(...two.entry[0].changes);
  one.entry.push(...JSON.parse(call([textMessage("wamid.a4", "4", "16505550001")])).entry);
  await post(JSON.stringify(one));
  await processed();
  expect((await inbound("16505550001")).map((message) => JSON.parse(message.content).body)).toEqual([
    "1",
    "2",
    "3",
    "4",
  ]);
});

test("a webhook whose daemon died after storing it is processed by another", async () => {
  const from = "16505554321";
  const body = call([textMessage("wamid.left", "Anybody there?", from)]);
  await storeWebhooks(waypost.sql, "whatsapp_official", routedCalls(body));
  await until(async () => (await inbound(from)).length === 1);
});

test("somebody without a phone number is known by the platform's id", async () => {
  const { from, ...anonymous } = textMessage("wamid.bsuid", "Hi");
  await post(call([{ ...anonymous, from_user_id: "US.13491208655302741918" }]));
  await processed();
  const [message] =
    await waypost.sql`select address, contact_id from messages where provider_message_id = 'wamid.bsuid'`;
  expect(message?.address).toBeNull();
  const [identity] =
    await waypost.sql`select type, value from contact_identities where contact_id = ${message?.contact_id}`;
  expect({ ...identity }).toEqual({ type: "bsuid", value: "US.13491208655302741918" });
});

test("the signature is over the raw bytes", async () => {
  const body = call([textMessage("wamid.raw", "naïve 😀", "16505550002")]).replace("naïve", "na\\u00efve");
  expect((await post(body)).status).toBe(200);
  expect((await post(body, signed(JSON.stringify(JSON.parse(body))))).status).toBe(401);
});

test.each([
  ["none", {}],
  ["of another secret", null],
  ["malformed", { "x-hub-signature-256": "sha256=zz" }],
  ["SHA-1", { "x-hub-signature": "sha1=00" }],
])("a signature that is %s is refused and stores nothing", async (_, headers) => {
  const body = call([textMessage("wamid.forged", "forged", "16505550003")]);
  const response = await post(body, headers ?? signed(body, "another secret"));
  expect(response.status).toBe(401);
  await processed();
  expect(await inbound("16505550003")).toHaveLength(0);
});

test("signed nonsense is answered and holds up nothing", async () => {
  for (const body of [
    "{}",
    "[]",
    "null",
    '{"entry":[{"changes":[{"field":"messages","value":{"metadata":{"phone_number_id":"1"}}}]}]}',
  ]) {
    expect((await post(body)).status).toBe(200);
  }
  expect((await post("{")).status).toBe(400);
  await post(call([textMessage("wamid.after", "after", "16505550004")]));
  await processed();
  expect(await inbound("16505550004")).toHaveLength(1);
});

test("a name and a text with NUL and lone surrogates are taken", async () => {
  const body = call([textMessage("wamid.odd", "a\u0000b\ud800", "16505550005")], {
    contacts: [{ wa_id: "16505550005", profile: { name: "a\u0000b\ud800c" } }],
  });
  await post(body);
  await processed();
  const [message] = await inbound("16505550005");
  expect(JSON.parse(message?.content).body).toBe("a\u0000b\ud800");
});

test("a call that cannot be processed is set aside with its reason, and those after it are processed", async () => {
  await waypost.sql`insert into provider_webhooks (provider, body) values ('whatsapp_official', 'not JSON at all')`;
  await post(call([textMessage("wamid.healthy", "healthy", "16505550006")]));
  await processed();
  expect(await inbound("16505550006")).toHaveLength(1);
  const aside = await waypost.sql`select body, error from provider_webhooks where error is not null`;
  expect(aside).toHaveLength(1);
  expect(aside[0]?.error).toContain("JSON");
});

test("a call is refused with 503, to be repeated, while nothing can be stored for long", async () => {
  const body = call([textMessage("wamid.locked", "Hello")]);
  const answer = await waypost.sql.begin(async (transaction) => {
    await transaction`lock table provider_webhooks in access exclusive mode`;
    return await post(body);
  });
  expect(answer.status).toBe(503);
  expect((await post(body)).status).toBe(200);
  await processed();
  expect((await inbound()).filter(({ provider_message_id: id }) => id === "wamid.locked")).toHaveLength(1);
});
