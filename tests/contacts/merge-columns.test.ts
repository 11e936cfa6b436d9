/** What becomes of each column where two contacts become one. A new column needs a line here, and its rule in SQL. */
import { beforeAll, expect, test } from "bun:test";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { answer, hear, newUser } from "../conversations/support.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";

const waypost = sharedDaemon();
type Row = Record<string, unknown>;

/** Columns that say whose a row is, and those that only say when it was written. */
const KEYS = [
  ...["organization_id", "id", "channel_id", "contact_id", "conversation_id"],
  ...["updated_at", "changed_at"],
];
const DAY = (day: number) => new Date(Date.UTC(2031, 0, day));

/** Of tables in which both may have a row for the same thing: each column of the two, and what it becomes. */
const RULES: Record<string, Row> = {
  conversations: {
    // see below: they depend on each other
    ...{
      status: "rule",
      assignee_id: "rule",
      waiting_since: "rule",
      settled_at: "rule",
      snoozed_until: "rule",
    },
    ...{
      handled_by: "rule",
      handled_at: "rule",
      handed_over_at: "rule",
      held_by: "rule",
      legal_hold: "rule",
      user_id: "rule",
      opened_at: "rule",
    },
    ...{ held_since: "rule", held_until: "rule", contacted: "rule", team_id: "rule", archived_at: "rule" },
    ...{ last_inbound_at: "latest", last_inbound_on: "latest", away_until: "latest" },
    ...{ advertised_at: "latest", free_until: "latest", created_at: "earliest", blocked_at: "earliest" },
    ...{ inbound_count: "sum" },
  },
  contacts: {
    ...{ phone_number: "kept", name: "kept", email: "kept", external_source: "kept", external_id: "kept" },
    ...{ profile_name: "kept", custom_fields: "rule", version: "rule", created_at: "earliest" },
  },
  // the stricter of two, whole: see merge_permissions
  contact_consents: {
    ...{ channel: "key", state: "rule", source: "rule", proof: "rule", expires_at: "rule" },
    ...{ created_at: "rule", stated_at: "rule" },
  },
  suppressions: { channel: "key", reason: "rule", until: "rule", created_at: "rule", proof: "rule" },
  response_times: { kind: "key", began_at: "key", ended_at: "kept", team_id: "kept", author: "kept" },
  marketing_holds: { portfolio_id: "key", until: "latest" },
  contact_pictures: { mime_type: "kept", bytes: "kept", asked_at: "kept" },
  contact_tags: { name: "key", created_at: "kept" },
  conversation_tags: { name: "key", created_at: "kept" },
  conversation_reads: { reader: "key", read_count: "sum", unread: "rule" },
  cost_contacts: {
    ...{ at: "key", category: "key", currency: "key" },
    ...{ messages: "sum", free: "sum", unpriced: "sum", amount: "sum" },
  },
  // nobody is counted twice, and no message of the two gives its place back
  portfolio_people: { portfolio_id: "key", called_at: "latest", called_before: "kept", message_id: "rule" },
  // both stay in the report; what waits goes once
  broadcast_people: {
    ...{ broadcast_id: "key", status: "rule", reason: "rule", zone: "both", message_id: "both" },
    ...{ replied_at: "both", opted_out_at: "both" },
  },
};
/** Written again from the contact. */
const DERIVED = ["contact_search"];

test("each column of tables in which two rows may meet has a rule", async () => {
  const rows = await waypost.sql<{ table: string; columns: string[] }[]>`
    select relation.relname as table, array(
      select attname::text from pg_attribute where attrelid = relation.oid and attnum > 0 and not attisdropped
    ) as columns
    from pg_class as relation
    where relation.relnamespace = 'public'::regnamespace and relation.relkind in ('r', 'p') and not relation.relispartition
      and (relation.relname = 'contacts' or exists (
        select from pg_index as key where key.indrelid = relation.oid and key.indisunique and exists (
          select from pg_attribute as named where named.attrelid = relation.oid and named.attnum = any (key.indkey)
            and named.attname in ('contact_id', 'conversation_id')
        ) and not exists (
          select from pg_attribute as own where own.attrelid = relation.oid and own.attnum = any (key.indkey)
            and own.attname in ('id', 'message_id')
        )
      ))`;
  const ruled = ({ columns }: { columns: string[] }) => columns.filter((one) => !KEYS.includes(one)).sort();
  const found = rows.filter(({ table }) => !DERIVED.includes(table));
  expect(Object.fromEntries(found.map((row) => [row.table, ruled(row)]))).toEqual(
    Object.fromEntries(Object.entries(RULES).map(([table, rules]) => [table, Object.keys(rules).sort()])),
  );
});

/** Two people who wrote, whose conversations have these columns, become one; its conversation. */
async function merged(kept: Row, gone: Row): Promise<Row> {
  const ids = [await written(kept), await written(gone)] as const;
  const contact = async (id: string) => (await rowOf(id)).contact_id as string;
  await mergeContacts(waypost.sql, waypost.organizationId, await contact(ids[0]), await contact(ids[1]));
  return await rowOf(ids[0]);
}

let serial = 14155571000;
async function written(columns: Row): Promise<string> {
  const id = await hear(waypost, String(++serial), 60);
  await waypost.sql`update conversations set waiting_since = null where id = ${id}`;
  if (Object.keys(columns).length > 0)
    await waypost.sql`update conversations set ${waypost.sql(columns)} where id = ${id}`;
  return id;
}

async function rowOf(id: string): Promise<Row> {
  const [row] = await waypost.sql<[Row]>`select * from conversations where id = ${id}`;
  return row;
}

let colleague: string;
let other: string;
beforeAll(async () => {
  [colleague, other] = [(await newUser(waypost)).id, (await newUser(waypost)).id];
});

const PICKS: Record<string, (kept: unknown, gone: unknown) => unknown> = {
  latest: (kept, gone) => ((kept as Date) > (gone as Date) ? kept : gone),
  earliest: (kept, gone) => ((kept as Date) < (gone as Date) ? kept : gone),
  sum: (kept, gone) => (kept as number) + (gone as number),
};

test.each([
  [DAY(3), DAY(2)],
  [DAY(2), DAY(3)],
])("columns with a value of their own: %p and %p", async (one, two) => {
  const simple = Object.entries(RULES.conversations ?? {}).filter(([, rule]) => rule !== "rule");
  const row = (value: Date) =>
    Object.fromEntries(simple.map(([column, rule]) => [column, rule === "sum" ? value.getUTCDate() : value]));
  const [kept, gone] = [row(one), row(two)];
  const found = await merged(kept, gone);
  for (const [column, rule] of simple)
    expect([column, found[column]]).toEqual([column, PICKS[String(rule)]?.(kept[column], gone[column])]);
});

const CLOSED = { status: "closed", settled_at: DAY(1) };
const waits = { waiting_since: new Date(Date.now() - 3600_000) };

test("who waits in a conversation that becomes part of a closed one is seen: open, assigned, unanswered", async () => {
  const gone = { status: "open", assignee_id: colleague, ...waits };
  for (const [one, two] of [
    [CLOSED, gone],
    [gone, CLOSED],
  ] as const)
    expect(await merged(one, two)).toMatchObject({ status: "open", assignee_id: colleague, ...waits });
});

test("who waits does so, though the other conversation was answered later", async () => {
  const answered = await written({});
  const contact = (await rowOf(answered)).contact_id as string;
  const waiting = await written(waits);
  await answer(waypost, answered);
  await mergeContacts(
    waypost.sql,
    waypost.organizationId,
    contact,
    (await rowOf(waiting)).contact_id as string,
  );
  expect(await rowOf(answered)).toMatchObject(waits);
});

const SNOOZED = (until: Date | null) => ({ status: "snoozed", snoozed_until: until });
test.each<[Row, Row, Row]>([
  [CLOSED, CLOSED, { status: "closed" }],
  [CLOSED, SNOOZED(DAY(9)), SNOOZED(DAY(9))],
  [SNOOZED(DAY(9)), CLOSED, SNOOZED(DAY(9))],
  [SNOOZED(DAY(9)), SNOOZED(DAY(8)), SNOOZED(DAY(8))],
  [SNOOZED(null), SNOOZED(DAY(8)), SNOOZED(DAY(8))],
  [SNOOZED(null), CLOSED, SNOOZED(null)],
  [SNOOZED(DAY(9)), { status: "open" }, { status: "open", snoozed_until: null }],
  [{ status: "open" }, SNOOZED(DAY(9)), { status: "open", snoozed_until: null }],
])("%p and %p become %p", async (kept, gone, expected) => {
  expect(await merged(kept, gone)).toMatchObject(expected);
});

test("it is the colleague's of the one who waits, else of the one that stays, and nobody's who left", async () => {
  const leaver = (await newUser(waypost)).id;
  const of = (assignee_id: string | null, more: Row = {}) => ({ assignee_id, ...more });
  const pairs: [Row, Row, string | null][] = [
    [of(colleague), of(other), colleague],
    [of(colleague), of(other, waits), other],
    [of(colleague), of(null, waits), colleague],
    [of(null), of(other), other],
    [of(colleague, CLOSED), of(other), other],
    [of(leaver, CLOSED), of(null), null],
    [of(leaver, CLOSED), of(other, CLOSED), leaver],
  ];
  await waypost.call("PATCH", `/v1/users/${leaver}`, { disabled: true });
  for (const [kept, gone, assignee_id] of pairs)
    expect(await merged(kept, gone)).toMatchObject({ assignee_id });
});

test("whose answers hold a conversation is what is known last, unless somebody waits for the business", async () => {
  const agents = (at: Date) => ({ handled_by: "agent", handled_at: at, handed_over_at: null });
  const ours = { handled_by: null, handled_at: DAY(2), handed_over_at: DAY(2) };
  for (const [one, two] of [
    [agents(DAY(3)), ours],
    [ours, agents(DAY(3))],
  ] as const)
    expect(await merged(one, two)).toMatchObject(agents(DAY(3)));
  expect(await merged(agents(DAY(1)), ours)).toMatchObject(ours);
  expect(await merged(agents(DAY(3)), { ...ours, ...waits })).toMatchObject(ours);
});

const CONTACTED = { contacted: true, last_inbound_on: null, inbound_count: 0 };
test.each<[string, Row, boolean]>([
  ["only contacted, too", CONTACTED, true],
  ["a user's", { ...CONTACTED, contacted: false }, false],
  ["answered by the person", { contacted: true }, false],
])("one that is only contacted and one that is %s", async (_what, other, isContacted) => {
  for (const [one, two] of [
    [CONTACTED, other],
    [other, CONTACTED],
  ] as const) {
    const { contacted, last_inbound_on } = await merged(one, two);
    expect(contacted === true && last_inbound_on === null).toBe(isContacted);
  }
});

test("what was settled stays so, but nothing of what waits", async () => {
  const settled = { settled_at: new Date(Date.now() - 1000) };
  expect((await merged(settled, {})).settled_at).toEqual(settled.settled_at);
  expect((await merged(settled, waits)).settled_at).toEqual(new Date(waits.waiting_since.getTime() - 1));
});

test("the user id is the one by which they wrote last", async () => {
  const id = (user_id: string | null, day: number) => ({ user_id, last_inbound_at: DAY(day) });
  expect(await merged(id("US.1", 1), id("US.2", 2))).toMatchObject({ user_id: "US.2" });
  expect(await merged(id("US.1", 2), id("US.2", 1))).toMatchObject({ user_id: "US.1" });
  expect(await merged(id(null, 2), id("US.2", 1))).toMatchObject({ user_id: "US.2" });
});

test("the event says what changed in the one that stays", async () => {
  const [kept, gone] = [await written(CLOSED), await written({ assignee_id: colleague })];
  const contact = async (id: string) => (await rowOf(id)).contact_id as string;
  await mergeContacts(waypost.sql, waypost.organizationId, await contact(kept), await contact(gone));
  const events =
    await waypost.sql`select body from events where type = 'conversation.updated' order by id desc limit 1`;
  const expected = { conversation_id: kept, status: "open", assignee_id: colleague };
  expect(JSON.parse(events[0]?.body)).toMatchObject(expected);
});
