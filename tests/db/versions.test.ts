/** Programs of several versions on one database: each has its own functions, and none takes away what another uses. */
import { afterEach, expect, test } from "bun:test";
import { connect, type Sql } from "../../db/connection/client.ts";
import type { SqlFile } from "../../db/functions/files.ts";
import { FUNCTION_SCHEMA, functionSchemaOf, searchPath } from "../../db/functions/function-schema.ts";
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
    `drop function if exists answer();
create or replace function answer(more integer default 1) returns integer language sql as 'select 42 + more'`,
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

/** Rows are in a partition that a version before 0069 made in its own schema. */
async function misplacePartition(sql: Sql, schema: string): Promise<string> {
  const [partition] = await sql<{ name: string }[]>`
    select name::text from partitions_of('events') where starts_at <= now() and ends_at > now()`;
  await sql`
    insert into events (organization_id, id, type, body, created_at, position)
    values ('org', prefixed_id('evt'), 'contact.updated', '{}', now(), 1)`;
  await sql.unsafe(`alter table ${partition?.name} set schema ${schema}`);
  return partition?.name ?? "";
}

const homeOf = async (sql: Sql, partition: string) => {
  const [row] = await sql<{ home: string }[]>`
    select relnamespace::regnamespace::text as home from pg_class where relname = ${partition}`;
  return row?.home;
};

test("partitions outlive the functions of the version that made them", async () => {
  const { url, sql } = await keep(testDatabase());
  const old = functionSchemaOf(OLD);
  await migrate(url, { functions: OLD });
  const partition = await misplacePartition(sql, old);
  await sql`update function_sets set used_at = now() - interval '8 days' where name = ${old}`;
  expect(await dropUnusedFunctions(sql)).toEqual([old]);
  expect(await homeOf(sql, partition)).toBe("public");
  expect((await sql`select from events`).length).toBe(1);
});

test("partitions that a version made among its functions are brought to their table", async () => {
  const { url, sql } = await keep(testDatabase());
  const partition = await misplacePartition(sql, FUNCTION_SCHEMA);
  await sql`delete from schema_migrations where name >= '0069'`;
  await migrate(url, { migrations: MIGRATIONS.filter(([name]) => name < "0070") });
  expect(await homeOf(sql, partition)).toBe("public");
});

test("a schema for its functions that is another role's is refused, and nothing in it is run", async () => {
  const { url, sql } = await keep(emptyDatabase());
  const role = `waypost_stranger_${crypto.randomUUID().slice(0, 8)}`;
  const schema = functionSchemaOf(OLD);
  await sql.unsafe(`create role ${role}; create schema ${schema} authorization ${role}`);
  const start = () => migrate(url, { migrations: [], functions: OLD, triggers: [] });
  expect(await start().catch(String)).toContain(
    `${schema}, where Waypost has its functions, belongs to the role ${role}`,
  );
  await sql.unsafe(`drop schema ${schema}; drop role ${role}`);
  expect((await start()).functions).toEqual(["answer.sql"]);
  expect((await start()).functions).toEqual([]);
});
