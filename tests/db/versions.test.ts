/** Programs of several versions on one database: each has its own functions, and none takes away what another uses. */
import { afterEach, expect, test } from "bun:test";
import { connect } from "../../db/connection/client.ts";
import type { SqlFile } from "../../db/functions/files.ts";
import { functionSchemaOf, searchPath } from "../../db/functions/function-schema.ts";
import { beat } from "../../db/lanes/daemons.ts";
import { dropUnusedFunctions } from "../../db/schema/function-sets.ts";
import { type MigrateOptions, migrate } from "../../db/schema/migrate.ts";
import { MIGRATIONS, NEWEST_MIGRATION } from "../../db/schema/sql-files.ts";
import { emptyDatabase, type TestDatabase, testDatabase } from "../support/database.ts";

const OLD: SqlFile[] = [
  ["answer.sql", "create or replace function answer() returns integer language sql as 'select 42'"],
];
const NEW: SqlFile[] = [
  [
    "answer.sql",
    "create or replace function answer(more integer default 1) returns bigint language sql as 'select 42::bigint + more'",
  ],
];
const EXPANDING: SqlFile = ["9001_expand.sql", "create table later (value integer)"];
const CONTRACTING: SqlFile = ["9002_contract.sql", "-- needs: 9001\ndrop table later"];
const MORE: SqlFile[] = [
  ["9003_expand.sql", "create table more (value integer)"],
  ["9004_contract.sql", "-- needs: 9003\ndrop table more"],
  ["9005_contract.sql", "-- needs: 9001\nselect"],
];

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function keep(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  databases.push(database);
  return database;
}

async function answerOf(url: string, functions: SqlFile[]): Promise<number> {
  const sql = connect(url, { max: 1, settings: { search_path: searchPath(functionSchemaOf(functions)) } });
  const [row] = await sql<{ answer: number }[]>`select answer()`;
  await sql.end();
  return row?.answer ?? 0;
}

const failure = (url: string, options: MigrateOptions) => migrate(url, options).then(() => "it fits", String);

test("each version calls the functions that it was built with, whichever started last", async () => {
  const { url } = await keep(emptyDatabase());
  const bare = { migrations: [], triggers: [] };
  await migrate(url, { ...bare, functions: OLD });
  expect((await migrate(url, { ...bare, functions: NEW })).functions).toEqual(["answer.sql"]);
  expect((await migrate(url, { ...bare, functions: OLD })).functions).toEqual([]);
  expect([await answerOf(url, OLD), await answerOf(url, NEW)]).toEqual([42, 43]);
});

test("functions beside the tables, for sessions behind a pooler, all give way to another version's", async () => {
  const { url, sql } = await keep(emptyDatabase());
  const pooled = { migrations: [], triggers: [], inPlace: true };
  const inPublic = async () => {
    const [row] = await sql<{ answers: string[] }[]>`
      select array_agg(oid::regprocedure::text order by oid::regprocedure::text desc) as answers from pg_proc
      where pronamespace = 'public'::regnamespace and proname = 'answer'`;
    return row?.answers;
  };
  await sql`create function answer(mine text) returns text language sql as 'select mine'`;
  await sql`create table asked (answer text default answer('mine'))`;
  await migrate(url, { ...pooled, functions: OLD });
  expect(await inPublic()).toEqual(["answer(text)", "answer()"]);
  await migrate(url, { ...pooled, functions: NEW });
  expect(await inPublic()).toEqual(["answer(text)", "answer(integer)"]);
  await migrate(url, { ...pooled, functions: OLD });
  expect(await inPublic()).toEqual(["answer(text)", "answer()"]);
});

test("a program starts on what a later version added, but not where it changed what the program relies on", async () => {
  const { url } = await keep(testDatabase());
  const later = [...MIGRATIONS, EXPANDING];
  await migrate(url, { migrations: later });
  expect(await failure(url, { version: "1.0.0" })).toBe("it fits");
  await migrate(url, { migrations: [...later, CONTRACTING] });
  expect(await failure(url, { migrations: later, version: "1.1.0" })).toBe("it fits");
  const refusal = await failure(url, { version: "1.0.0" });
  expect(refusal).toContain(
    "Waypost 1.0.0 is too old for this database: 9002_contract.sql has changed what versions without migration 9001 rely on",
  );
  expect(refusal).toContain(NEWEST_MIGRATION);
});

test("a program takes nothing away while a daemon runs that uses it", async () => {
  const { url, sql } = await keep(testDatabase());
  const about = { roles: ["api"], workerPools: [], version: "1.0.0", functions: null };
  await beat(sql, "dmn_old", { ...about, newestMigration: NEWEST_MIGRATION });
  const contracting = { migrations: [...MIGRATIONS, EXPANDING, CONTRACTING], version: "2.0.0" };
  expect(await failure(url, contracting)).toContain(
    "Waypost 2.0.0 is too new for the daemons that run: 9002_contract.sql changes what dmn_old (1.0.0) relies on",
  );
  expect(await failure(url, { migrations: [...contracting.migrations, ...MORE] })).toContain(
    "9004_contract.sql changes what dmn_old (1.0.0) relies on. Stop it, or upgrade it first to a version that knows migration 9003.",
  );
  expect([...(await sql`select to_regclass('later') as later`)]).toEqual([{ later: null }]);
  await beat(sql, "dmn_old", { ...about, newestMigration: EXPANDING[0] });
  expect(await failure(url, contracting)).toBe("it fits");
});

test("functions that no daemon has used for a week are dropped, and those of public when none needs them", async () => {
  const { url, sql } = await keep(testDatabase());
  const [old, used] = [functionSchemaOf(OLD), functionSchemaOf(NEW)];
  await migrate(url, { functions: OLD, inPlace: true });
  await migrate(url, { functions: NEW });
  await sql`update function_sets set used_at = now() - interval '8 days' where name in (${old}, ${used})`;
  const about = { roles: [], workerPools: [], version: "1.0.0", newestMigration: "" };
  await beat(sql, "dmn_pooled", { ...about, functions: null });
  await beat(sql, "dmn_direct", { ...about, functions: used });
  const inPublic = async () =>
    (await sql`select from pg_proc where oid = to_regprocedure('public.answer()')`).length;
  expect(await dropUnusedFunctions(sql)).toEqual([old]);
  expect([await inPublic(), await answerOf(url, NEW)]).toEqual([1, 43]);
  await sql`delete from daemons where id = 'dmn_pooled'`;
  expect(await dropUnusedFunctions(sql)).toEqual([]);
  expect(await inPublic()).toBe(0);
  expect((await migrate(url, { functions: OLD, inPlace: true })).functions).toContain("answer.sql");
  expect(await inPublic()).toBe(1);
});

test("a schema for its functions that is another role's is refused, and nothing in it is run", async () => {
  const { url, admin } = await keep(emptyDatabase());
  const role = `waypost_stranger_${crypto.randomUUID().slice(0, 8)}`;
  const schema = functionSchemaOf(OLD);
  await admin.unsafe(`create role ${role}; create schema ${schema} authorization ${role}`);
  const start = () => migrate(url, { migrations: [], functions: OLD, triggers: [] });
  expect(await start().catch(String)).toContain(
    `${schema}, where Waypost has its functions, belongs to the role ${role}`,
  );
  await admin.unsafe(`drop schema ${schema}; drop role ${role}`);
  expect((await start()).functions).toEqual(["answer.sql"]);
  expect((await start()).functions).toEqual([]);
});
