/** A search path that the database, the role or the URL gives to sessions is kept: this version's functions come before it. */
import { afterEach, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import { ownPathOf } from "../../db/connection/own-path.ts";
import type { SqlFile } from "../../db/functions/files.ts";
import { FUNCTION_SCHEMA } from "../../db/functions/function-schema.ts";
import { dropUnusedFunctions } from "../../db/schema/function-sets.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { type TestDatabase, testDatabase } from "../support/database.ts";
import { startRelay } from "../support/relay.ts";

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

/** The URL of a database whose tables are in a schema of its own, without this version's functions, after a statement. */
async function withOwnSchema(statement = "select"): Promise<string> {
  const database = await testDatabase();
  databases.push(database);
  const name = new URL(database.url).pathname.slice(1);
  // the database's own pool would set the earlier search path
  const sql = connect(database.url, { max: 1, withoutFunctions: true });
  await sql.unsafe(
    `alter schema public rename to own; create schema public; drop schema ${FUNCTION_SCHEMA} cascade`,
  );
  await sql.unsafe(statement.replace("NAME", name));
  await sql.end();
  return database.url;
}

/** Where a session looks, whether it finds tables and functions there, and what is in public. */
async function placesOf(url: string) {
  const sql = connect(url, { max: 1 });
  const [row] = await sql`
    select current_setting('search_path') as path, to_regclass('own.messages') = to_regclass('messages') as found,
      prefixed_id('msg') like 'msg\\_%' as "makesIds",
      (select count(*) from pg_class where relnamespace = 'public'::regnamespace) as "inPublic"`;
  await sql.end();
  return { ...row };
}

const OWN = { path: `${FUNCTION_SCHEMA}, own`, found: true, makesIds: true, inPublic: 0 };

test.each([
  ["database", "alter database NAME set search_path = own"],
  ["role", "alter role current_user in database NAME set search_path = own"],
])("tables are where the search path of the %s leads", async (_, statement) => {
  const url = await withOwnSchema(statement);
  await migrate(url);
  expect(await placesOf(url)).toEqual(OWN);
});

test.each([["?options=-c%20search_path%3Down"], ["?search_path=own"]])(
  "tables are where the URL's %s leads",
  async (query) => {
    const url = (await withOwnSchema()) + query;
    await migrate(url);
    expect(await placesOf(url)).toEqual(OWN);
  },
);

test("a server that falls silent when its search path is read is asked again", async () => {
  const database = await testDatabase();
  databases.push(database);
  const relay = await startRelay(database.url);
  const open = () => connect(relay.url, { max: 1, withoutFunctions: true });
  const silent = open();
  await silent`select`;
  relay.swallow();
  await expect(ownPathOf(relay.url, () => silent, 50)).rejects.toMatchObject({
    code: "CONNECTION_DESTROYED",
  });
  expect(await ownPathOf(relay.url, open, 10_000)).toBe('"$user", public');
  await relay.refuse();
});

test("functions that are beside tables of another schema than public are dropped, too, when nobody needs them", async () => {
  const url = await withOwnSchema("alter database NAME set search_path = own");
  const answer: SqlFile = [
    "answer.sql",
    "create or replace function answer() returns integer language sql as 'select 42'",
  ];
  const sql = connect(url, { max: 1 });
  const beside = () => sql`select from pg_proc where oid = to_regprocedure('own.answer()')`;
  await migrate(url, { functions: [answer], inPlace: true });
  await migrate(url);
  expect(await beside()).toHaveLength(1);
  await dropUnusedFunctions(sql);
  expect(await beside()).toHaveLength(0);
  await sql.end();
});
