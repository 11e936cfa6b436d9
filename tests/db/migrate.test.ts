/** The migration runner, on real databases. */
import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { FUNCTIONS, type SqlFile } from "../../db/functions/files.ts";
import { TRIGGERS } from "../../db/functions/triggers.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { BASELINE, MIGRATIONS, TABLES } from "../../db/schema/sql-files.ts";
import { emptyDatabase, type TestDatabase, testDatabase } from "../support/database.ts";

const ONE: SqlFile = ["0001_one.sql", "create table one (value integer); insert into one values (1)"];
const TWO: SqlFile = ["0002_two.sql", "create table two (value integer)"];
const ANSWER: SqlFile = [
  "answer.sql",
  "create or replace function answer() returns integer language sql as 'select 42'",
];

const databases: TestDatabase[] = [];

afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function empty(): Promise<TestDatabase> {
  const database = await emptyDatabase();
  databases.push(database);
  return database;
}

const DB = join(import.meta.dir, "../../db");

/** SQL files below db that a pattern finds, and their text. */
async function sqlFiles(pattern: string): Promise<SqlFile[]> {
  const paths = await Array.fromAsync(new Bun.Glob(pattern).scan(DB));
  return paths.sort().map((path) => [path, readFileSync(join(DB, path), "utf8")]);
}

test("the tables are their folder, and the migrations after them are theirs, in the order of their names", async () => {
  const files = (await sqlFiles("schema/tables/**/*.sql")).map(([path, text]) => [path.slice(7), text]);
  expect(TABLES.toSorted()).toEqual(files as SqlFile[]);
  const [first, ...later] = MIGRATIONS;
  expect(first).toEqual(BASELINE);
  expect(later.map(([name, text]) => [`schema/migrations/${name}`, text])).toEqual(
    await sqlFiles("schema/migrations/*.sql"),
  );
});

test("the table of functions holds every other SQL file under db, and what is made of limits and words", async () => {
  const files = await sqlFiles("**/*.sql");
  const [made, ...written] = FUNCTIONS;
  expect(made?.[0]).toBe("functions/shared.ts");
  expect([...written, ...TRIGGERS].toSorted()).toEqual(
    files.filter(([path]) => !/^schema\/(tables|migrations)\//.test(path)),
  );
});

test("applies what is missing, in order, and nothing twice", async () => {
  const { url, sql } = await empty();
  expect(await migrate(url, { migrations: [ONE], functions: [], triggers: [] })).toEqual({
    migrations: ["0001_one.sql"],
    functions: [],
  });
  expect(await migrate(url, { migrations: [ONE, TWO], functions: [], triggers: [] })).toEqual({
    migrations: ["0002_two.sql"],
    functions: [],
  });
  expect([...(await sql`select value from one`)]).toEqual([{ value: 1 }]);
});

test("applies a shared file again when its text changed, only then", async () => {
  const { url, sql } = await empty();
  await migrate(url, { migrations: [], functions: [], triggers: [ANSWER] });
  expect((await migrate(url, { migrations: [], functions: [], triggers: [ANSWER] })).functions).toEqual([]);
  const changed: SqlFile = [ANSWER[0], ANSWER[1].replace("42", "43")];
  expect((await migrate(url, { migrations: [], functions: [], triggers: [changed] })).functions).toEqual([
    "answer.sql",
  ]);
  expect([...(await sql`select answer()`)]).toEqual([{ answer: 43 }]);
});

test("a shared file that was renamed is applied again by a program that knows its old name", async () => {
  const { url, sql } = await empty();
  await migrate(url, { migrations: [], functions: [], triggers: [ANSWER] });
  await migrate(url, {
    migrations: [],
    functions: [],
    triggers: [["numbers/answer.sql", ANSWER[1].replace("42", "43")]],
  });
  expect((await migrate(url, { migrations: [], functions: [], triggers: [ANSWER] })).functions).toEqual([
    "answer.sql",
  ]);
  expect([...(await sql`select answer()`)]).toEqual([{ answer: 42 }]);
});

test("refuses a migration that was edited after it was applied", async () => {
  const { url } = await empty();
  await migrate(url, { migrations: [ONE], functions: [], triggers: [] });
  const edited: SqlFile = [ONE[0], `${ONE[1]}; select 1`];
  const attempt = migrate(url, { migrations: [edited, TWO], functions: [], triggers: [] });
  expect(await attempt.catch(String)).toContain("0001_one.sql was changed after it was applied");
});

test("a migration whose comments were corrected is still the one that databases have", async () => {
  const { url } = await empty();
  await migrate(url, { migrations: [ONE], functions: [], triggers: [] });
  const corrected: SqlFile = [ONE[0], `-- one table,\n\n  -- with a row\n${ONE[1]} -- here`];
  const again = { migrations: [corrected], functions: [], triggers: [] };
  expect(await migrate(url, again)).toEqual({ migrations: [], functions: [] });
});

test("refuses a migration that comes before applied ones", async () => {
  const { url } = await empty();
  await migrate(url, { migrations: [TWO], functions: [], triggers: [] });
  const attempt = migrate(url, { migrations: [ONE, TWO], functions: [], triggers: [] });
  expect(await attempt.catch(String)).toContain("0001_one.sql was not applied, but a later one was");
});

test("a failing migration is named and leaves nothing behind, those before it stay", async () => {
  const { url, sql } = await empty();
  const broken: SqlFile = ["0002_broken.sql", "create table half (value integer); select no_such_function()"];
  const attempt = migrate(url, { migrations: [ONE, broken], functions: [], triggers: [] });
  expect(await attempt.catch(String)).toContain("0002_broken.sql failed: function no_such_function()");
  expect([...(await sql`select to_regclass('one') is not null as one, to_regclass('half') as half`)]).toEqual(
    [{ one: true, half: null }],
  );
  expect((await migrate(url, { migrations: [ONE, TWO], functions: [], triggers: [] })).migrations).toEqual([
    "0002_two.sql",
  ]);
});

test("an older program behind a pooler leaves a newer one's functions alone, and says so, unless it is to go back", async () => {
  const { url, sql } = await empty();
  const newer: SqlFile = [ANSWER[0], ANSWER[1].replace("42", "43")];
  const answer = async () => (await sql<{ answer: number }[]>`select answer()`)[0]?.answer;
  await migrate(url, { migrations: [], triggers: [], inPlace: true, functions: [ANSWER], version: "1.9.0" });
  await migrate(url, { migrations: [], triggers: [], inPlace: true, functions: [newer], version: "1.10.0" });
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const older = {
    migrations: [],
    triggers: [],
    inPlace: true,
    functions: [ANSWER],
    version: "1.9.0",
    report,
  };
  expect((await migrate(url, older)).functions).toEqual([]);
  expect(await answer()).toBe(43);
  expect(lines.join()).toContain("This is Waypost 1.9.0, and the database's functions are those of 1.10.0");
  expect((await migrate(url, { ...older, goBack: true })).functions).toEqual(["answer.sql"]);
  expect(await answer()).toBe(42);
  expect((await migrate(url, older)).functions).toEqual([]);
  expect(lines).toHaveLength(1);
});

test("a migration gives way to readers of its table, names them, and tries again", async () => {
  const { url, sql } = await empty();
  await migrate(url, { migrations: [ONE], functions: [], triggers: [] });
  const changing: SqlFile = ["0002_change.sql", "alter table one add column other integer"];
  const lines: string[] = [];
  const warned = Promise.withResolvers<void>();
  const report = (line: string) => {
    lines.push(line);
    // on a busy machine the first look for who is in the way may come too late
    if (line.includes("pg_dump")) warned.resolve();
  };
  let migrated: Promise<unknown> = Promise.resolve();
  await sql.begin(async (dump) => {
    await dump`set local application_name = 'pg_dump'`;
    await dump`select from one`;
    migrated = migrate(url, { migrations: [ONE, changing], functions: [], triggers: [], report });
    await warned.promise;
    // were the migration still waiting, this would wait behind it
    expect([...(await sql`select value from one`)]).toEqual([{ value: 1 }]);
  });
  expect(await migrated).toMatchObject({ migrations: ["0002_change.sql"] });
  expect(lines.at(-1)).toMatch(
    /^The migration 0002_change.sql waits for process \d+ \(pg_dump, idle in transaction\)/,
  );
});

test("five programs that start at once apply everything once", async () => {
  const { url } = await empty();
  const results = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url)));
  expect(results.flatMap((result) => result.migrations)).toEqual(MIGRATIONS.map(([name]) => name));
  expect(results.flatMap((result) => result.functions).sort()).toEqual(
    [...FUNCTIONS, ...TRIGGERS].map(([name]) => name).sort(),
  );
});

test("brings the job queue's own tables first", async () => {
  const { url, sql } = await empty();
  const usesJobs: SqlFile = ["0001_jobs.sql", "select graphile_worker.add_job('a_task')"];
  await migrate(url, { migrations: [usesJobs], functions: [], triggers: [] });
  expect([...(await sql`select task_identifier from graphile_worker.jobs`)]).toEqual([
    { task_identifier: "a_task" },
  ]);
});

test("every test database is migrated and empty, whatever another one holds", async () => {
  const [first, second] = await Promise.all([testDatabase(), testDatabase()]);
  databases.push(first, second);
  await first.sql`create table only_here (value integer)`;
  expect([...(await second.sql`select to_regclass('only_here') as found`)]).toEqual([{ found: null }]);
  expect((await migrate(second.url)).migrations).toEqual([]);
});

test("refuses a server older than Postgres 15, with a sentence", async () => {
  const { url, sql } = await empty();
  await sql`create schema pretended`;
  await sql`
    create function pretended.current_setting(name text) returns text language sql as $$
      select case name when 'server_version' then '14.19' else '140019' end $$`;
  const name = new URL(url).pathname.slice(1);
  await sql.unsafe(`alter database ${name} set search_path = pretended, pg_catalog, public`);
  await expect(migrate(url)).rejects.toThrow(
    "The database's server is Postgres 14.19; Waypost needs 15 or later.",
  );
  expect([...(await sql`select to_regclass('public.schema_migrations') as history`)]).toEqual([
    { history: null },
  ]);
});
