/** An audience that is written while two of the contacts become one has that one, once. */
import { afterAll, beforeEach, expect, test } from "bun:test";
import { writeAudience } from "../../db/broadcasts/work.ts";
import type { Sql } from "../../db/connection/client.ts";
import { mergeContacts } from "../../db/contacts/contacts.ts";
import { amid } from "../contacts/amid.ts";
import { testDatabase } from "../support/database.ts";

const database = await testDatabase();
afterAll(() => database.drop());
const { sql } = database;
const ORGANIZATION = "org_audience";
const DAEMON = "dmn_audience";

let serial = 0;
let kept = "";
let gone = "";
let broadcast = "";

beforeEach(async () => {
  serial += 1;
  broadcast = `bc_${serial}`;
  const rows = [0, 1].map((n) => ({ n, phone_number: `+1415556${7000 + 2 * serial + n}` }));
  const made = await sql<{ contact_id: string }[]>`
    select contact_id from upsert_contacts(${ORGANIZATION}, ${JSON.stringify(rows)}::text::json) order by n`;
  [kept = "", gone = ""] = made.map(({ contact_id }) => contact_id);
  await sql`insert into broadcasts (organization_id, id, name, status, channel_ids, plan)
    values (${ORGANIZATION}, ${broadcast}, 'Menu', 'running', '{}', '{}')`;
  await sql`insert into lanes (organization_id, kind, lane_id, owner)
    values (${ORGANIZATION}, 'broadcast', ${broadcast}, ${DAEMON})`;
});

const merge = (sql: Sql) => mergeContacts(sql, ORGANIZATION, kept, gone);
const write = (ids: string[]) => (sql: Sql) =>
  writeAudience(sql, { organizationId: ORGANIZATION, id: broadcast }, DAEMON, {
    people: ids.map((contact_id) => ({ contact_id, reason: null, zone: "" })),
    ...{ next: null, cost: 0 },
  });
const audience = () => sql`
  select contact_id, status from broadcast_people where broadcast_id = ${broadcast} and status = 'waiting'`;

test.each([
  ["the one that goes", () => [gone]],
  ["both", () => [kept, gone]],
])("a piece that is written during a merge has the kept contact: %s was read", async (_, read) => {
  expect(await amid(sql, merge, () => write(read())(sql))).toBe(true);
  expect([...(await audience())]).toEqual([{ contact_id: kept, status: "waiting" }]);
});

test.each([
  ["the one that goes", () => [gone]],
  ["both", () => [kept, gone]],
])("a merge waits for a piece that is being written: %s was read", async (_, read) => {
  await amid(sql, write(read()), () => merge(sql));
  expect([...(await audience())]).toEqual([{ contact_id: kept, status: "waiting" }]);
});

test("so does a piece of a broadcast that starts during the merge", async () => {
  await sql`update broadcasts set status = 'draft' where id = ${broadcast}`;
  const startAndWrite = async () => {
    await sql`update broadcasts set status = 'running' where id = ${broadcast}`;
    return await write([kept, gone])(sql);
  };
  expect(await amid(sql, merge, startAndWrite)).toBe(true);
  expect([...(await audience())]).toEqual([{ contact_id: kept, status: "waiting" }]);
});
