/** Rows written of a person while two contacts become one, or one is deleted, belong to an existing contact. */
import { beforeEach, expect, test } from "bun:test";
import type { Sql } from "../../db/connection/client.ts";
import { deleteContact, mergeContacts } from "../../db/contacts/contacts.ts";
import { take } from "../inbound/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { amid, orphans } from "./amid.ts";

const waypost = sharedDaemon();

let serial = 0;
/** The numbers of two contacts, and their ids. */
let kept = { phone: "", id: "" };
let gone = { phone: "", id: "" };

beforeEach(async () => {
  [kept, gone] = [await person(), await person()];
});

async function person() {
  const phone = `1415556${4000 + ++serial}`;
  const { body } = await waypost.call("POST", "/v1/contacts", { phone_number: `+${phone}` });
  return { phone, id: body.id as string };
}

const send = (to: string) =>
  waypost.call("POST", "/v1/messages", {
    ...{ channel_id: waypost.channelId, to, type: "text", content: { body: `message ${++serial}` } },
  });

const hear = (from: string, more: object = {}) =>
  take(waypost, {
    contacts: [{ wa_id: from }],
    messages: [
      {
        ...{ id: `wamid.race.${++serial}`, timestamp: String(Math.floor(Date.now() / 1000)), from },
        ...{ type: "text", text: { body: "Hello" }, ...more },
      },
    ],
  });

const merge = (sql: Sql) => mergeContacts(sql, waypost.organizationId, kept.id, gone.id);
const remove = (sql: Sql) => deleteContact(sql, waypost.organizationId, gone.id);
const messagesOf = async (contactId: string) =>
  (await waypost.call("GET", `/v1/messages?contact_id=${contactId}`)).body.data;

const known = {
  "both known on the channel": async () => void (await Promise.all([send(kept.phone), send(gone.phone)])),
  "the one that goes known": async () => void (await send(gone.phone)),
  "the one that stays known": async () => void (await send(kept.phone)),
  "neither known": async () => {},
  "both wrote before": async () => {
    await hear(kept.phone);
    await hear(gone.phone);
  },
};

test.each(Object.entries(known))(
  "a message accepted during a merge is the kept contact's: %s",
  async (_, before) => {
    await before();
    const { status, body } = await amid(waypost.sql, merge, () => send(gone.phone));
    expect(status).toBe(201);
    expect(await orphans(waypost.sql)).toEqual([]);
    const record = (await waypost.call("GET", `/v1/messages/${body.id}`)).body;
    expect(record.contact_id).toBe(kept.id);
    expect((await waypost.call("GET", `/v1/conversations/${record.conversation_id}`)).status).toBe(200);
    expect((await messagesOf(kept.id)).map(({ id }: { id: string }) => id)).toContain(body.id);
  },
);

test.each(Object.entries(known))("so is one that comes in during it: %s", async (_, before) => {
  await before();
  const earlier = (await messagesOf(kept.id)).length + (await messagesOf(gone.id)).length;
  await amid(waypost.sql, merge, () => hear(gone.phone));
  expect(await orphans(waypost.sql)).toEqual([]);
  expect((await messagesOf(kept.id)).length).toBe(earlier + 1);
});

const written: Record<string, (sql: Sql) => Promise<unknown>> = {
  accepted: (sql) => {
    const message = { n: 0, organization_id: waypost.organizationId, id: Bun.randomUUIDv7() };
    const input = {
      ...{ ...message, channel_id: waypost.channelId, address: gone.phone, type: "text" },
      ...{ content: '{"body":"Hi"}', needs_window: false, addressed: true, created_at: new Date() },
    };
    return sql`select accept_messages(${JSON.stringify([input])}::text::json)`;
  },
  received: (sql) => {
    const message = { id: Bun.randomUUIDv7(), provider_message_id: `wamid.race.${++serial}`, at: new Date() };
    const from = { direction: "inbound", identity_type: "phone", identity_value: gone.phone };
    const received = [
      { ...message, ...from, from_phone: gone.phone, type: "text", content: '{"body":"Hi"}' },
    ];
    return sql`
      select receive_messages(${waypost.organizationId}, ${waypost.channelId}, ${JSON.stringify(received)}::text::json)`;
  },
};

test.each(Object.keys(written).flatMap((how) => Object.keys(known).map((before) => [how, before] as const)))(
  "a merge waits for a message that is being %s: %s",
  async (how, before) => {
    await known[before as keyof typeof known]?.();
    const earlier = (await messagesOf(kept.id)).length + (await messagesOf(gone.id)).length;
    await amid(waypost.sql, written[how] as (sql: Sql) => Promise<unknown>, () => merge(waypost.sql));
    expect(await orphans(waypost.sql)).toEqual([]);
    expect((await messagesOf(kept.id)).length).toBe(earlier + 1);
  },
);

test.each(Object.keys(written))("so does a deletion: %s", async (how) => {
  await hear(gone.phone);
  await amid(waypost.sql, written[how] as (sql: Sql) => Promise<unknown>, () => remove(waypost.sql));
  expect(await orphans(waypost.sql)).toEqual([]);
});

test("a message accepted while its contact is deleted is a new contact's", async () => {
  await send(gone.phone);
  const { body } = await amid(waypost.sql, remove, () => send(gone.phone));
  expect(await orphans(waypost.sql)).toEqual([]);
  const record = (await waypost.call("GET", `/v1/messages/${body.id}`)).body;
  expect(record.contact_id).not.toBe(gone.id);
  expect((await waypost.call("GET", `/v1/contacts/${record.contact_id}`)).status).toBe(200);
});

test("so is one that comes in while it is deleted", async () => {
  await send(gone.phone);
  await amid(waypost.sql, remove, () => hear(gone.phone));
  expect(await orphans(waypost.sql)).toEqual([]);
  const { body } = await waypost.call("GET", `/v1/contacts/phone/${gone.phone}`);
  expect((await messagesOf(body.id)).length).toBe(1);
});

const details: Record<string, () => Promise<unknown>> = {
  note: () => waypost.call("POST", `/v1/contacts/${gone.id}/notes`, { body: "called" }),
  tag: () => waypost.call("POST", `/v1/contacts/${gone.id}/tags`, { name: "vip" }),
  consent: () => waypost.call("PUT", `/v1/contacts/${gone.id}/consent/whatsapp`, { state: "denied" }),
  suppression: () =>
    waypost.call("POST", `/v1/contacts/${gone.id}/suppressions`, {
      channel: "whatsapp",
      reason: "complained",
    }),
  change: () => waypost.call("PATCH", `/v1/contacts/${gone.id}`, { email: `race${serial}@example.com` }),
  "an identity that WhatsApp names": () => hear(gone.phone, { from_user_id: `US.77${serial}` }),
  "a stop of marketing": () =>
    take(
      waypost,
      {
        contacts: [{ wa_id: gone.phone }],
        user_preferences: [
          {
            ...{ wa_id: gone.phone, detail: "stop", category: "marketing_messages", value: "stop" },
            timestamp: Math.floor(Date.now() / 1000),
          },
        ],
      },
      "user_preferences",
    ),
};

test.each(Object.entries(details))("what is noted during a merge is kept: %s", async (_, act) => {
  const answer = (await amid(waypost.sql, merge, act)) as { status: number } | undefined;
  if (answer !== undefined) expect([200, 201]).toContain(answer.status);
  expect(await orphans(waypost.sql)).toEqual([]);
});
