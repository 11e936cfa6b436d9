/** Numbers and LIDs that turn out to be one person's, and people a phone knew before. */
import { beforeAll, expect, test } from "bun:test";
import { createWhatsAppWebRecords } from "../../daemon/inbound/facts/web-records.ts";
import { createInboundWork } from "../../daemon/inbound/process/process.ts";
import { createLog } from "../../daemon/lib/log.ts";
import type { InboundFact, ReceivedMessage } from "../../daemon/providers/inbound.ts";
import { PLATFORMS } from "../../daemon/providers/registry.ts";
import { NO_RATE_CARDS } from "../costs/no-rate-cards.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { eventsOf, processed } from "./support.ts";

const waypost = sharedDaemon();
let channelId: string;

beforeAll(async () => {
  const channel = { platform: "whatsapp_unofficial", name: "Paired" };
  channelId = (await waypost.call("POST", "/v1/channels", channel)).body.id;
});

async function receive(...facts: InboundFact[]): Promise<void> {
  const key = { organizationId: waypost.organizationId, channelId };
  const past = { sql: waypost.sql, templates: { find: async () => null }, retentionDays: 90 };
  const { take } = createInboundWork({
    sql: waypost.sql,
    log: createLog("silent"),
    platforms: PLATFORMS,
    rateCards: NO_RATE_CARDS,
    past,
  });
  await createWhatsAppWebRecords(past, waypost.secrets, take).receive(key, facts);
  await processed(waypost);
}

function written(id: string, person: ReceivedMessage["person"]): ReceivedMessage {
  return {
    kind: "message",
    providerMessageId: id,
    direction: "inbound",
    person,
    alias: null,
    name: null,
    fromPhone: person.type === "phone" ? person.value : null,
    type: "text",
    content: { body: id },
    media: null,
    order: null,
    at: new Date(),
  };
}

const contactOf = async (type: string, value: string): Promise<string | undefined> => {
  const [row] = await waypost.sql`
    select contact_id from contact_identities where type = ${type} and value = ${value}`;
  return row?.contact_id;
};

const updates = async (contact: string | undefined) =>
  (await eventsOf(waypost)).filter(
    ({ type, body }) => type === "contact.updated" && body.contact_id === contact,
  );

test("a number and a LID that wrote apart become one contact when a pair links them, with an event", async () => {
  const [phone, lid] = ["491700000101", "901"];
  await receive(written("A1", { type: "phone", value: phone }), written("A2", { type: "lid", value: lid }));
  const kept = await contactOf("phone", phone);
  expect(await contactOf("lid", lid)).not.toBe(kept);
  const before = (await updates(kept)).length;
  await receive({ kind: "pair", lid, phone });
  expect(await contactOf("lid", lid)).toBe(kept);
  expect((await updates(kept)).length).toBe(before + 1);
  const conversations = await waypost.sql`
    select distinct conversation_id, contact_id from messages where provider_message_id in ('A1', 'A2')`;
  expect(conversations.length).toBe(1);
  expect(conversations[0]?.contact_id).toBe(kept);
  await receive({ kind: "pair", lid, phone });
  expect((await updates(kept)).length).toBe(before + 1);
});

test("a LID that is paired with a known number belongs to that contact from then on", async () => {
  await receive(written("B1", { type: "phone", value: "491700000102" }));
  await receive({ kind: "pair", lid: "902", phone: "491700000102" });
  expect(await contactOf("lid", "902")).toBe(await contactOf("phone", "491700000102"));
});

test("people from a phone's history are contacts without events, and those who are known keep their names", async () => {
  await receive({ ...written("C1", { type: "phone", value: "491700000103" }), name: "Ada" });
  const before = (await eventsOf(waypost)).length;
  await receive(
    { kind: "known", phone: "491700000103", lid: "903", name: "Somebody" },
    { kind: "known", phone: "491700000104", lid: "904", name: "Grace" },
    { kind: "known", phone: null, lid: "905", name: null },
  );
  expect((await eventsOf(waypost)).length).toBe(before);
  const names = await waypost.sql`
    select phone_number, name from contacts where phone_number in ('+491700000103', '+491700000104') order by 1`;
  expect(names.map(({ name }) => name)).toEqual(["Ada", "Grace"]);
  expect(await contactOf("lid", "903")).toBe(await contactOf("phone", "491700000103"));
  expect(await contactOf("lid", "905")).toBeDefined();
});

test("the same message received twice is one record and one event", async () => {
  const message = written("D1", { type: "phone", value: "491700000105" });
  await receive(message, message);
  await receive(message);
  const events = (await eventsOf(waypost)).filter(({ type }) => type === "message.new");
  const records = await waypost.sql`select 1 from messages where provider_message_id = 'D1'`;
  expect(records.length).toBe(1);
  const id = (
    await waypost.sql`select message_id from provider_messages where provider_message_id = 'D1'`
  )[0];
  expect(events.filter(({ body }) => body.message_id === id?.message_id).length).toBe(1);
});

test("a fact that can't be stored holds up no other that came with it", async () => {
  const good = [1, 2].map((n) => written(`E${n}`, { type: "phone", value: `49170000020${n}` }));
  const poison = { ...written("E3", { type: "phone", value: "491700000203" }), at: new Date(8.64e15) };
  await receive(...good, poison);
  const records = await waypost.sql`
    select provider_message_id from messages where provider_message_id like 'E%' order by 1`;
  expect(records.map((row) => row.provider_message_id)).toEqual(["E1", "E2"]);
  const aside = await waypost.sql`select 1 from provider_webhooks where error is not null`;
  expect(aside.length).toBe(1);
});

test("text that Postgres can't hold is taken without what it can't", async () => {
  await receive({
    ...written("F1", { type: "phone", value: "491700000301" }),
    content: { body: "a\u0000b\ud800" },
  });
  const [row] = await waypost.sql`select content from messages where provider_message_id = 'F1'`;
  expect(JSON.parse(row?.content).body).toBe("ab\ufffd");
});
