/** The migration that puts right what earlier versions wrote of contacts while they were merged or deleted. */
import { beforeAll, expect, test } from "bun:test";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { MIGRATIONS } from "../../db/schema/sql-files.ts";
import { orphans } from "../contacts/amid.ts";
import { sharedDatabase } from "../support/shared-database.ts";

const database = sharedDatabase();
const organization = "org_test";
const channel = "ch_test";

type Person = { contact: string; conversation: string };
let kept: Person;
let gone: Person;
let alone: Person;
let deleted: Person;
let read: Person;

/** Writes a message to or from a person as the functions do. */
async function accept(address: string): Promise<Person> {
  const id = Bun.randomUUIDv7();
  const input = {
    ...{ n: 0, organization_id: organization, id, channel_id: channel, address, type: "text" },
    ...{ content: '{"body":"x"}', needs_window: false, addressed: true, created_at: new Date() },
  };
  await database.sql`select accept_messages(${JSON.stringify([input])}::text::json)`;
  const [row] = await database.sql`select contact_id, conversation_id from messages where id = ${id}`;
  return { contact: row?.contact_id, conversation: row?.conversation_id };
}

/** Writes a message as it was when its contact went away meanwhile. */
async function orphan({ contact, conversation }: Person, direction: string): Promise<void> {
  const id = Bun.randomUUIDv7();
  await database.sql`
    insert into messages (organization_id, id, channel_id, conversation_id, contact_id, direction, type, status,
      address, content, status_history, created_at, updated_at)
    values (${organization}, ${id}, ${channel}, ${conversation}, ${contact}, ${direction}, 'text', 'queued', '1', '{}',
      '[]', now(), now())`;
  if (direction === "outbound")
    await database.sql`
      insert into lane_items (organization_id, kind, lane_id, item_id, order_key, due_at, priority)
      values (${organization}, 'channel', ${channel}, ${id}, ${conversation}, now(), 1)`;
}

const merge = (into: Person, from: Person) =>
  database.sql`select merge_contacts(${organization}, ${into.contact}, ${from.contact})`;

beforeAll(async () => {
  const { sql } = database;
  await makePartitions(sql);
  kept = await accept("14155550100");
  gone = await accept("14155550101");
  alone = await accept("14155550102");
  deleted = await accept("14155550103");
  read = await accept("14155550104");
  await merge(kept, gone);
  // of another channel alone, so that it went over as it was
  await sql`update conversations set channel_id = 'ch_other' where id = ${alone.conversation}`;
  await merge(kept, alone);
  await sql`select delete_contact(${organization}, ${deleted.contact})`;
  await sql`delete from conversation_aliases`;
  await sql`
    insert into conversation_reads (organization_id, conversation_id, reader, read_count)
    values (${organization}, ${kept.conversation}, 'keys', 0)`;
  for (const person of [gone, gone, alone, deleted]) await orphan(person, "outbound");
  await orphan(gone, "inbound");
  await sql`
    insert into conversations (organization_id, id, channel_id, contact_id)
    values (${organization}, 'cv_late', 'ch_late', ${gone.contact})`;
  await sql`
    insert into contact_identities (organization_id, type, value, contact_id) values
      (${organization}, 'bsuid', 'US.1', ${gone.contact}), (${organization}, 'bsuid', 'US.2', ${deleted.contact})`;
  await sql`
    insert into suppressions (organization_id, contact_id, channel, reason) values
      (${organization}, ${kept.contact}, 'whatsapp', 'marketing_stopped'),
      (${organization}, ${gone.contact}, 'whatsapp', 'complained'),
      (${organization}, ${deleted.contact}, 'whatsapp', 'complained')`;
  expect((await orphans(sql)).length).toBeGreaterThan(5);
  const [, text = ""] = MIGRATIONS.find(([name]) => name === "0087_orphans_of_merges.sql") ?? [];
  await sql.begin((transaction) => transaction.unsafe(text));
});

test("nothing names anybody who is not there any more", async () => {
  expect(await orphans(database.sql)).toEqual([]);
});

test("what was orphaned is of the contact that took their place, in its conversation", async () => {
  const { sql } = database;
  const of = async (conversation: string) => {
    const rows = await sql`
      select contact_id, count(*)::integer from messages where conversation_id = ${conversation} group by 1`;
    return rows.map(({ contact_id, count }) => [contact_id, count]);
  };
  expect(await of(kept.conversation)).toEqual([[kept.contact, 5]]);
  expect(await of(alone.conversation)).toEqual([[kept.contact, 2]]);
  expect(await of(deleted.conversation)).toEqual([[null, 2]]);
  expect(await of(read.conversation)).toEqual([[read.contact, 1]]);
  const keys = await sql`
    select distinct order_key from lane_items where order_key = ${gone.conversation} or order_key = ${kept.conversation}`;
  expect(keys.map(({ order_key }) => order_key)).toEqual([kept.conversation]);
});

test("it counts there as unread, and the old id leads there", async () => {
  const { sql } = database;
  const [conversation] = await sql`select * from conversations where id = ${kept.conversation}`;
  expect(conversation).toMatchObject({ inbound_count: 1, last_inbound_at: expect.any(Date) });
  const [mark] =
    await sql`select unread from conversation_reads where conversation_id = ${kept.conversation}`;
  expect(mark?.unread).toBe(true);
  const [row] = await sql`select current_conversation(${organization}, ${gone.conversation}) as id`;
  expect(row?.id).toBe(kept.conversation);
});

test("the stricter suppression stays, and what a deleted contact had is gone", async () => {
  const { sql } = database;
  const suppressions = await sql`select contact_id, reason from suppressions`;
  expect([...suppressions]).toEqual([{ contact_id: kept.contact, reason: "complained" }]);
  const identities = await sql`select value, contact_id from contact_identities where type = 'bsuid'`;
  expect([...identities]).toEqual([{ value: "US.1", contact_id: kept.contact }]);
  const [late] = await sql`select contact_id from conversations where id = 'cv_late'`;
  expect(late?.contact_id).toBe(kept.contact);
});
