/** Nothing that names a contact or a conversation is forgotten when two of them become one. */
import { beforeAll, expect, test } from "bun:test";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { sharedDaemon } from "../support/shared-daemon.ts";
import { namingColumns, orphans } from "./amid.ts";

const waypost = sharedDaemon();

/** Filters that follow the ids of those that are gone whenever they are applied: see tests/conversations/merged.test.ts. */
const FOLLOWING = "message_cancellations";

let kept = { contact: "", conversation: "" };
let gone = { contact: "", conversation: "" };
/** For each table that names either: how many rows named those that went, before and after. */
let named: Map<string, { before: number; after: number }>;
/** Somebody who has nothing to do with the two. */
let bystander: { id: string };

beforeAll(async () => {
  [kept, gone] = [await person("14155557001"), await person("14155557002")];
  const tables = new Set((await namingColumns(waypost.sql)).map(({ table }) => table));
  for (const table of tables) if ((await count(table)) === 0) await insertAnyRow(table);
  const before = new Map<string, number>();
  for (const table of tables) before.set(table, await count(table));
  bystander = (await waypost.call("POST", "/v1/contacts", { email: "bystander@example.com" })).body;
  await mergeContacts(waypost.sql, waypost.organizationId, kept.contact, gone.contact);
  named = new Map();
  for (const [table, rows] of before) named.set(table, { before: rows, after: await count(table) });
});

async function person(to: string) {
  const message = { channel_id: waypost.channelId, to, type: "text", content: { body: "Hi" } };
  const { id } = (await waypost.call("POST", "/v1/messages", message)).body;
  const { contact_id, conversation_id } = (await waypost.call("GET", `/v1/messages/${id}`)).body;
  return { contact: contact_id, conversation: conversation_id };
}

/** How many rows of a table name the contact or conversation that goes. */
async function count(table: string): Promise<number> {
  const { sql } = waypost;
  const columns = (await namingColumns(sql)).filter((one) => one.table === table);
  let rows = 0;
  for (const { column } of columns) {
    const id = column === "contact_id" ? gone.contact : gone.conversation;
    rows += (await sql`select from ${sql(table)} where ${sql(column)} = ${id}`).length;
  }
  return rows;
}

const ANY_VALUES: Record<string, unknown> = {
  ...{ text: "{}", uuid: Bun.randomUUIDv7(), boolean: false, jsonb: {}, date: "2026-11-25" },
  ...{ smallint: 1, integer: 1, bigint: 1, numeric: 1, "double precision": 1 },
  "timestamp with time zone": new Date(),
};

/** A row of any table that names those that go: each of its columns without a default has any value of its type. */
async function insertAnyRow(table: string): Promise<void> {
  const { sql, organizationId } = waypost;
  const columns = await sql<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table} and column_default is null
      and (is_nullable = 'NO' or column_name in ('contact_id', 'conversation_id')) and is_identity = 'NO'`;
  const row = Object.fromEntries(columns.map(({ name, type }) => [name, ANY_VALUES[type]]));
  const names = { contact_id: gone.contact, conversation_id: gone.conversation };
  for (const [column, id] of Object.entries(names)) if (column in row) row[column] = id;
  await sql`insert into ${sql(table)} ${sql({ ...row, organization_id: organizationId })}`;
}

test("each table that names a contact or a conversation names those that stay", () => {
  expect(named.size).toBeGreaterThan(15);
  const wrong = [...named].filter(
    ([table, { before, after }]) => table !== FOLLOWING && (before === 0 || after > 0),
  );
  expect(wrong).toEqual([]);
});

test("everybody else stays as they were", async () => {
  expect((await waypost.call("GET", `/v1/contacts/${bystander.id}`)).body).toEqual(bystander);
});

test("and none names anybody who is not there", async () => {
  const found = await orphans(waypost.sql);
  expect(found.filter((one) => !one.startsWith(FOLLOWING))).toEqual([]);
});

test("a hold on marketing lasts as long as the longer of two", async () => {
  const { sql, organizationId } = waypost;
  const [one, other] = [await person("14155557003"), await person("14155557004")];
  const untilOf = async (contact: string) => {
    const rows = await sql<{ until: Date }[]>`
      select until from marketing_holds where contact_id = ${contact} order by portfolio_id`;
    return rows.map(({ until }) => until.getUTCFullYear());
  };
  await sql`
    insert into marketing_holds (portfolio_id, organization_id, contact_id, until) values
      ('pf_1', ${organizationId}, ${one.contact}, '2031-06-01'), ('pf_1', ${organizationId}, ${other.contact}, '2032-06-01'),
      ('pf_2', ${organizationId}, ${one.contact}, '2034-06-01'), ('pf_2', ${organizationId}, ${other.contact}, '2033-06-01'),
      ('pf_3', ${organizationId}, ${other.contact}, '2035-06-01')`;
  await mergeContacts(sql, organizationId, one.contact, other.contact);
  expect(await untilOf(one.contact)).toEqual([2032, 2034, 2035]);
  expect(await untilOf(other.contact)).toEqual([]);
});

test.each([
  ["orders", "contact"],
  ["orders", "conversation"],
  ["marketing_holds", "contact"],
] as const)("%s go over by their %s", async (table, owner) => {
  const { sql } = waypost;
  const rows = await sql`select from ${sql(table)} where ${sql(`${owner}_id`)} = ${kept[owner]}`;
  expect(rows.length).toBe(1);
});
