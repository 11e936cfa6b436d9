/** What people leave where the sandbox of official numbers brings nothing: sessions of paired numbers, costs, orders, faults. */
import { beforeAll, expect, test } from "bun:test";
import { hear } from "../conversations/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { until } from "../support/until.ts";
import { traces } from "./traces.ts";

const waypost = sharedDaemon();
const [GONE, STAYS] = ["14155576101", "14155576102"];

let contact: string;
let planted: string[];

beforeAll(async () => {
  for (const phone of [GONE, STAYS]) await plant(phone, await hear(waypost, phone));
  contact = (await waypost.call("GET", `/v1/contacts/phone/${GONE}`)).body.id;
  planted = await traces(waypost, [GONE]);
  await waypost.call("POST", `/v1/contacts/${contact}/erase`, { reason: "They asked.", at_once: true });
  const status = async () => (await waypost.call("GET", "/v1/contacts/erasures")).body.data[0].status;
  await until(async () => (await status()) === "completed");
});

/** A row of each such table that names the number or the conversation of somebody. */
async function plant(phone: string, conversation: string): Promise<void> {
  const { sql, organizationId: organization_id, channelId: channel_id } = waypost;
  const of = { organization_id, channel_id };
  const jid = `${phone}@s.whatsapp.net`;
  const [{ id: message_id }] = await sql<[{ id: string }]>`
    select id from messages where conversation_id = ${conversation}`;
  const rows: [table: string, row: Record<string, unknown>][] = [
    ["web_lookups", { ...of, phone, answer: "{}" }],
    ["web_recipients", { ...of, phone, jid }],
    ["web_checks", { ...of, phone }],
    ["web_requests", { ...of, id: Bun.randomUUIDv7(), request: `{"person":"${jid}"}`, taken_at: new Date() }],
    ["web_session_keys", { ...of, category: "session", id: `${phone}_1.0`, value: Buffer.from("x") }],
    [
      "web_messages",
      { ...of, provider_message_id: `M${phone}`, remote_jid: jid, from_me: false, sealed: "x" },
    ],
    ["group_people", { ...of, group_id: "g", participant: phone, phone }],
    [
      "message_costs",
      {
        ...{ ...of, message_id, participant: phone, state: "free", day: "2026-11-30", currency: "EUR" },
        ...{ category: "service", type: "x", country: "", key: "", broadcast_id: "" },
      },
    ],
    [
      "orders",
      {
        ...{
          ...of,
          id: `ord_of_${message_id}`,
          order_no: phone === GONE ? 1 : 2,
          message_id,
          conversation_id: conversation,
        },
        ...{ items: "[]", note: `For +${phone}`, created_at: new Date() },
      },
    ],
    ["early_revisions", { ...of, original_id: "o", provider_message_id: phone, revision: `{"of":"${jid}"}` }],
    [
      "provider_webhooks",
      { ...of, provider: "whatsapp_official", body: jid, error: "wrong", failure_id: `inb_${phone}` },
    ],
    [
      "audit_log",
      {
        ...{
          organization_id,
          id: `aud_of_${message_id}`,
          action: "messages.cancelled",
          actor_type: "command",
        },
        ...{ target_type: "cancellation", changes: `{"to":"+${phone}"}` },
      },
    ],
  ];
  for (const [table, row] of rows) await sql`insert into ${sql(table)} ${sql(row)}`;
}

test("the number was in each of these tables", () => {
  expect(planted.length).toBeGreaterThan(18);
});

test("nothing names the number afterwards, and who has another keeps every row", async () => {
  const tables = planted.map((trace) => trace.replace(GONE, STAYS));
  expect(await traces(waypost, [GONE])).toEqual([]);
  expect(await traces(waypost, [STAYS])).toEqual(expect.arrayContaining(tables));
});

test("a number of which the erased one is the beginning is another", async () => {
  await waypost.sql`
    insert into contact_notes (organization_id, contact_id, id, body)
    values (${waypost.organizationId}, 'ct_of_nobody', 'note_1', ${`${STAYS}7 and +${STAYS}`})`;
  const { id } = (await waypost.call("GET", `/v1/contacts/phone/${STAYS}`)).body;
  await waypost.call("POST", `/v1/contacts/${id}/erase`, { reason: "They asked.", at_once: true });
  const note = async () => (await waypost.sql`select body from contact_notes where id = 'note_1'`)[0]?.body;
  await until(async () => (await note()) !== `${STAYS}7 and +${STAYS}`);
  expect(await note()).toBe(`${STAYS}7 and +0`);
});
