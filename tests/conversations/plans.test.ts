/** That a page of conversations, whatever its filter, looks at a bounded number of pages of the tables. */
import { afterAll, beforeAll, expect, test } from "bun:test";
import { KEYS } from "../../db/conversations/conversations.ts";
import { type ConversationFilter, FEW } from "../../db/conversations/filter.ts";
import { endHolds } from "../../db/conversations/holds.ts";
import { listConversations } from "../../db/conversations/lists.ts";
import { takeNextConversation } from "../../db/conversations/next.ts";
import { contactNumbered, conversationNumbered } from "../../scripts/lab/stage/stored/rows.ts";
import type { TestDatabase } from "../support/database.ts";
import { LONG_MS } from "../support/long.ts";
import {
  ASSIGNEE,
  daysAgo,
  expectBounded,
  LIMIT,
  type ManyRows,
  MOST_PAGES,
  MOST_PAGES_OF_LOOKUPS,
  manyRows,
  ORGANIZATION,
  TIMES,
} from "../support/many-rows.ts";
import type { Watched } from "../support/watched-plans.ts";

let rows: ManyRows;
let database: TestDatabase;
let watched: Watched;
beforeAll(async () => {
  rows = await manyRows();
  ({ database, watched } = rows);
  await database.sql`
    insert into users (organization_id, id, email, password_hash, name)
    select ${ORGANIZATION}, gen_random_uuid(), n || '@example.com', 'none', 'Ada' from generate_series(1, ${USERS}::integer) as n`;
  await database.sql`vacuum analyze users`;
}, LONG_MS);
afterAll(() => rows?.close());

const USERS = 20_000;
const READER = { organizationId: ORGANIZATION, reader: ASSIGNEE };

const CONVERSATION_FILTERS: [what: string, filter: Partial<ConversationFilter>][] = [
  ["all", {}],
  ["open", { status: "open" }],
  ["closed", { status: "closed" }],
  ["snoozed", { status: "snoozed" }],
  ["of a small channel", { channelId: "ch_few" }],
  ["of the largest channel", { channelId: "ch_most" }],
  ["snoozed of the largest channel", { channelId: "ch_most", status: "snoozed" }],
  ["what some channels may see", { channelIds: ["ch_some", "ch_few"] }],
  ["of a contact", { contactId: contactNumbered(2) }],
  ["of an assignee who has most", { assigneeId: ASSIGNEE }],
  ["closed of an assignee who has most", { assigneeId: ASSIGNEE, status: "closed" }],
  ["of an assignee who has none", { assigneeId: "01937d0c-8a51-7cc3-9d0e-8f2b6f0e2a12" }],
  ["of nobody", { assigneeId: null }],
  ["unanswered", { unanswered: true }],
  ["held", { held: true }],
  ["contacted", { contacted: true }],
  ["open, and not only contacted", { contacted: false, status: "open" }],
  ["of a contact by a word that one has", { words: ["4917100000002"] }],
  ["of contacts by a word that many have", { words: ["maria"] }],
  ["closed of contacts by a word that many have", { words: ["maria"], status: "closed" }],
  ["unread", { unread: true }],
  ["all read", { unread: false }],
  ["updated lately", { updatedAfter: daysAgo(0.1) }],
  ["updated long ago, closed", { updatedAfter: daysAgo(40), status: "closed" }],
  ["updated never", { updatedAfter: daysAgo(-1) }],
];

test.each(CONVERSATION_FILTERS)("a page of conversations is bounded: %s", async (_what, filter) => {
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++)
      await listConversations(watched.sql, READER, { channelIds: null, ...filter }, null, LIMIT);
  });
  expectBounded(plans, MOST_PAGES_OF_LOOKUPS);
});

test("one unread conversation is found in one page behind all that the reader has read", async () => {
  const { sql } = database;
  await sql`update conversations set inbound_count = 1, opened_at = now(), last_inbound_on = last_inbound_at`;
  await sql`
    insert into conversation_reads (organization_id, conversation_id, reader, read_count)
    select organization_id, id, ${READER.reader}, 1 from conversations`;
  await sql`vacuum analyze conversations, conversation_reads`;
  const id = await oldest();
  await sql`
    update conversation_reads set read_count = 0, unread = true
    where conversation_id = ${id} and reader = ${READER.reader}`;
  expect(await unreadPage(READER)).toEqual([id]);
});

test("a conversation that nobody has read is found in one page behind all that nobody has answered", async () => {
  const { sql } = database;
  const id = await oldest();
  await sql`update conversations set inbound_count = 0, opened_at = null, last_inbound_on = null where id <> ${id}`;
  await sql`
    update conversations set inbound_count = 1, opened_at = null, last_inbound_on = last_inbound_at where id = ${id}`;
  await sql`delete from conversation_reads`;
  await sql`vacuum analyze conversations, conversation_reads`;
  expect(await unreadPage({ ...READER, reader: KEYS })).toEqual([id]);
});

test("one conversation that waits is found in one page behind all that do not", async () => {
  const { sql } = database;
  const id = await oldest();
  await sql`update conversations set status = 'open', waiting_since = case when id = ${id} then now() end`;
  await sql`vacuum analyze conversations`;
  const filter = { channelIds: null, unanswered: true };
  const { rows, end } = await listConversations(sql, READER, filter, null, LIMIT);
  expect([rows.map((row) => row.id), end]).toEqual([[id], null]);
});

test("one that wrote is found in one page behind all who were only contacted, and the other way round", async () => {
  const { sql } = database;
  const id = await oldest();
  for (const contacted of [false, true]) {
    await sql`
      update conversations set last_inbound_on = null, status = 'open',
        contacted = case when id = ${id} then ${contacted} else not ${contacted} end`;
    await sql`vacuum analyze conversations`;
    const filter = { channelIds: null, status: "open", contacted };
    expect(await boundedPage(READER, filter, MOST_PAGES_OF_LOOKUPS)).toEqual([id]);
  }
});

test("who waits longest is taken behind all who opted out, without a look at each of them", async () => {
  const { sql } = database;
  const [last] = await sql<{ id: string; contact_id: string }[]>`
    select id, contact_id from conversations order by id desc limit 1`;
  await sql`
    update conversations set status = 'open', assignee_id = null, waiting_since = now() - interval '1 day'`;
  await sql`
    insert into suppressions (organization_id, contact_id, channel, reason)
    select organization_id, contact_id, 'whatsapp', 'opted_out' from conversations where id <> ${last?.id ?? ""}`;
  await sql`vacuum analyze conversations, suppressions`;
  const plans = await watched.plansOf(async () => {
    expect(await takeNextConversation(watched.sql, READER, { channelIds: null }, ASSIGNEE)).toBe(
      last?.id ?? "",
    );
    for (let time = 1; time < TIMES; time++)
      expect(await takeNextConversation(watched.sql, READER, { channelIds: null }, ASSIGNEE)).toBeNull();
  });
  expect(Math.max(...plans.map(({ pages }) => pages))).toBeLessThan(MOST_PAGES);
});

test("one held conversation is found, and its hold ended, by indexes behind all that nobody holds", async () => {
  const { sql } = database;
  const id = await oldest();
  await sql`
    update conversations set held_by = ${ASSIGNEE}, held_since = now(), held_until = now() + interval '1 hour'
    where id = ${id}`;
  await sql`vacuum analyze conversations`;
  expect(await boundedPage(READER, { channelIds: null, held: true })).toEqual([id]);
  await sql`update conversations set held_until = now() where id = ${id}`;
  await watched.sql`set auto_explain.log_nested_statements = on`;
  const plans = await watched.plansOf(() => endHolds(watched.sql));
  await watched.sql`reset auto_explain.log_nested_statements`;
  // with what its functions read the first time
  expectBounded(plans);
  expect(plans.flatMap(({ indexes }) => indexes)).toContain("conversations_held");
  expect(await boundedPage(READER, { channelIds: null, held: true })).toEqual([]);
});

test.each<Partial<ConversationFilter>>([{ status: "closed" }, {}])(
  "a page says where to go on to closed ones that are not only contacted, behind all who are: %j",
  async (more) => {
    const { sql } = database;
    await sql`update conversations set last_inbound_on = null, status = 'open', contacted = true`;
    await sql`
      update conversations set status = 'closed', contacted = false
      where id in (
        select conversation_id from messages group by conversation_id order by max(created_at) limit ${FEW + 1}
      )`;
    await sql`vacuum analyze conversations`;
    const filter = { channelIds: null, contacted: false, ...more };
    expect((await listConversations(sql, READER, filter, null, LIMIT)).end).not.toBeNull();
  },
);

/** The conversation whose newest message is the oldest of all. */
async function oldest(): Promise<string> {
  const [row] = await database.sql<{ id: string }[]>`
    select conversation_id as id from messages group by conversation_id order by max(created_at) limit 1`;
  return row?.id ?? "";
}

/** The first page of what a reader has not read. */
const unreadPage = (reader: typeof READER) => boundedPage(reader, { channelIds: null, unread: true }, 100);

/** The first page of some conversations: it is all there is, and was found by indexes. */
async function boundedPage(
  reader: typeof READER,
  filter: ConversationFilter,
  most?: number,
): Promise<string[]> {
  let found: string[] = [];
  const plans = await watched.plansOf(async () => {
    for (let time = 0; time < TIMES; time++) {
      const { rows, end } = await listConversations(watched.sql, reader, filter, null, LIMIT);
      expect(end).toBeNull();
      found = rows.map(({ id }) => id);
    }
  });
  expectBounded(plans, most);
  return found;
}

test("conversations that were changed are found behind those with newer messages, each once", async () => {
  const { sql } = database;
  const since = daysAgo(0.2);
  // more than a page of them; a few conversations got no messages
  const among = Array.from({ length: LIMIT + 10 }, (_, nth) => conversationNumbered(3999 - nth));
  const rows = await sql<{ id: string }[]>`
    select given as id, update_conversation(${ORGANIZATION}, given, '{"status":"snoozed"}')
    from unnest(${among}::text[]) as given
    where exists (select from messages where conversation_id = given)`;
  const changed = rows.map(({ id }) => id);
  expect(changed.length).toBeGreaterThan(LIMIT);
  // an earlier test's hold changed one more
  const expected = await sql<{ id: string }[]>`
    select id from conversations as changed
    where changed_at > ${since} and exists (select from messages where conversation_id = changed.id)
    union select conversation_id from messages where id >= uuid_bound(${since})`;
  const found: string[] = [];
  let place: string | null = null;
  do {
    const filter = { channelIds: null, updatedAfter: since };
    const { rows, end } = await listConversations(sql, READER, filter, place, LIMIT);
    found.push(...rows.map((row) => row.id));
    place = rows.length === LIMIT ? (rows.at(-1)?.message_id ?? null) : end;
  } while (place !== null);
  expect(changed.filter((id) => !found.includes(id))).toEqual([]);
  expect(found.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
});
