/** Reading messages: every filter, the pages, and that no list reads whole partitions. */
import { beforeAll, expect, test } from "bun:test";
import type { Sql } from "../../db/connection/client.ts";
import { KEYS } from "../../db/conversations/conversations.ts";
import { listConversations } from "../../db/conversations/lists.ts";
import { listMessages } from "../../db/messages/lists.ts";
import type { MessageRecord } from "../support/daemon.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const ROWS = 50_000;
const FEW = { limit: 5, contact: "ct_100", conversation: "cv_100", channel: "ch_bulk_3" };
const waypost = sharedDaemon();
let sent: MessageRecord;
let received: MessageRecord;
let scheduled: MessageRecord;

beforeAll(async () => {
  sent = await waypost.until(await accept("14155555001"), "read");
  scheduled = await waypost.until(
    await accept("14155555002", { scheduled_at: new Date(Date.now() + 3600_000).toISOString() }),
    "scheduled",
  );
  await fetch(`${waypost.sandbox.url}/sandbox/inbound`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ from: "14155555003", text: "Hello?" }),
  });
  while (received === undefined) [received] = await list("direction=inbound");
});

async function accept(to: string, more: object = {}): Promise<string> {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hello" }, ...more };
  return (await waypost.call("POST", "/v1/messages", message)).body.id;
}

async function list(query: string): Promise<MessageRecord[]> {
  const { status, body } = await waypost.call("GET", `/v1/messages?limit=100&${query}`);
  expect(status).toBe(200);
  return body.data;
}
const ids = (records: MessageRecord[]) => records.map((record) => record.id);

test("a message says who its contact is, by the name of now", async () => {
  const contact = { name: "Sandbox Person", phone_number: "+14155555003" };
  expect(received).toMatchObject({ contact });
  await waypost.call("PATCH", `/v1/contacts/${received.contact_id}`, { name: "Zoë Ångström" });
  const renamed = { contact: { ...contact, name: "Zoë Ångström" } };
  expect(await list("direction=inbound")).toMatchObject([renamed]);
  expect((await waypost.call("GET", `/v1/messages/${received.id}`)).body).toMatchObject(renamed);
});

test("each filter leaves what it names", async () => {
  const after = encodeURIComponent(sent.created_at);
  const all = ids(await list(""));
  expect(all).toEqual([sent.id, scheduled.id, received.id].sort().reverse());
  expect(ids(await list(`channel_id=${waypost.channelId}`))).toEqual(all);
  expect(await list("channel_id=ch_other")).toEqual([]);
  expect(ids(await list(`conversation_id=${sent.conversation_id}`))).toEqual([sent.id]);
  expect(ids(await list(`contact_id=${received.contact_id}`))).toEqual([received.id]);
  expect(ids(await list("direction=inbound"))).toEqual([received.id]);
  expect(ids(await list("status=scheduled"))).toEqual([scheduled.id]);
  expect(await list("status=sending")).toEqual([]);
  expect(await list("type=image")).toEqual([]);
  expect(ids(await list("to=14155555001"))).toEqual([sent.id]);
  expect(ids(await list(`to=${encodeURIComponent("+1 (415) 555-5001")}`))).toEqual([sent.id]);
  expect(await list("to=14155559999")).toEqual([]);
  expect(ids(await list(`created_after=${after}&direction=outbound`))).toEqual([scheduled.id, sent.id]);
  expect(ids(await list(`created_before=${after}&direction=outbound`))).toEqual([]);
});

test("a message whose call is out is listed as sending, and as nothing else", async () => {
  const state = (name: string) =>
    waypost.sql`update lane_items set state = ${name}, started_at = now() where item_id = ${scheduled.id}`;
  await state("sending");
  expect(ids(await list("status=sending"))).toEqual([scheduled.id]);
  expect(ids(await list(`status=sending&channel_id=${waypost.channelId}&to=14155555002`))).toEqual([
    scheduled.id,
  ]);
  expect(await list("status=scheduled")).toEqual([]);
  await state("queued");
  expect(await list("status=sending")).toEqual([]);
});

test("a status is read by our id or the provider's", async () => {
  const path = (id: string) => `/v1/messages/${encodeURIComponent(id)}/status`;
  const ours = await waypost.call("GET", path(sent.id));
  const theirs = await waypost.call(
    "GET",
    `${path(sent.provider_message_id)}?channel_id=${waypost.channelId}`,
  );
  expect([ours.status, ours.body.status]).toEqual([200, "read"]);
  expect(theirs.body).toEqual(ours.body);
  expect((await waypost.call("GET", path(sent.provider_message_id))).status).toBe(404);
  expect((await waypost.call("GET", `${path(sent.id)}?channel_id=ch_other`)).status).toBe(404);
});

test(`no list reads whole partitions, of ${ROWS} messages`, async () => {
  await fill();
  const { organizationId } = waypost;
  const filters = [
    { channelId: FEW.channel },
    { conversationId: FEW.conversation },
    { contactId: FEW.contact },
    { to: "15556000100" },
    {},
  ];
  for (const filter of filters) {
    const read = async (sql: Sql) =>
      (await listMessages(sql, organizationId, { channelIds: null, ...filter }, null, FEW.limit)).rows;
    expect({ filter, ...(await readBy(read)) }).toEqual({ filter, rows: FEW.limit, scanned: 0 });
  }
  for (const filter of [{}, { channelId: FEW.channel }, { contactId: FEW.contact }, { status: "open" }]) {
    const read = async (sql: Sql) =>
      (
        await listConversations(
          sql,
          { organizationId, reader: KEYS },
          { channelIds: null, ...filter },
          null,
          FEW.limit,
        )
      ).rows;
    const rows = "contactId" in filter ? 1 : FEW.limit;
    expect({ filter, ...(await readBy(read)) }).toEqual({ filter, rows, scanned: 0 });
  }
});

test("a search that finds nothing for long ends with a cursor to continue", async () => {
  let cursor: string | null = "";
  while (cursor !== null) {
    const more: string = cursor === "" ? "" : `&cursor=${cursor}`;
    const { body } = await waypost.call("GET", `/v1/messages?type=presence${more}`);
    expect(body.data).toEqual([]);
    cursor = body.meta.next_cursor;
  }
});

/** How many rows a list gives, and how many messages it reads by sequential scans: by its transaction's counters. */
async function readBy(read: (sql: Sql) => Promise<unknown[]>) {
  return await waypost.sql.begin(async (transaction) => {
    const rows = (await read(transaction as unknown as Sql)).length;
    const [row] = await transaction<{ scanned: number }[]>`
      select sum(seq_tup_read)::integer as scanned from pg_stat_xact_user_tables where relname like 'messages\\_%'`;
    return { rows, scanned: row?.scanned };
  });
}

/** Messages of a hundredth as many conversations, on ten channels, as a daemon would have left them. */
async function fill(): Promise<void> {
  const { sql, organizationId } = waypost;
  await sql`insert into channels (organization_id, id, platform, status, name)
    select ${organizationId}, 'ch_bulk_' || n, 'whatsapp_official', 'connected', 'Bulk' from generate_series(0, 9) as n`;
  await sql`insert into contact_identities (organization_id, type, value, contact_id)
    select ${organizationId}, 'phone', (15556000000 + n)::text, 'ct_' || n from generate_series(0, 499) as n`;
  await sql`insert into conversations (organization_id, id, channel_id, contact_id)
    select ${organizationId}, 'cv_' || n, 'ch_bulk_' || n % 10, 'ct_' || n from generate_series(0, 499) as n`;
  await sql`insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type,
      status, address, content, status_history, created_at, updated_at)
    select ${organizationId}, (substr(uuid_bound(now())::text, 1, 14) || '7' || lpad(to_hex(n), 3, '0')
      || substr(gen_random_uuid()::text, 19))::uuid, 'ch_bulk_' || n % 10, 'cv_' || n % 500, 'ct_' || n % 500,
      'outbound', 'text', 'read', (15556000000 + n % 500)::text, '{"body":"x"}', '[]', now(), now()
    from generate_series(0, ${ROWS - 1}) as n`;
  await sql`analyze messages`;
  await sql`analyze conversations`;
}
