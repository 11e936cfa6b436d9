/**
 * A database of an earlier state, with things of every kind in it, is brought to today's. `rows.json` is what the
 * daemon of 2026-11-22 wrote, called by every route of its API; its tables are made by the migrations of then, which
 * needs no history. Where the checkout has that, the program of then makes them, too.
 */
import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "../../../db/connection/client.ts";
import { migrate } from "../../../db/schema/migrate.ts";
import { MIGRATIONS } from "../../../db/schema/sql-files.ts";
import { ROOT, run } from "../../../scripts/lib/run.ts";
import { emptyDatabase, type TestDatabase } from "../../support/database.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

type Row = Record<string, unknown>;
const ROWS: Record<string, Row[]> = JSON.parse(readFileSync(join(import.meta.dir, "rows.json"), "utf8"));
const NEWEST_THEN = "0029_order_conversations.sql";
const COMMIT_THEN = "eae38360^";
/** What databases of then have for files whose text was changed later. */
const CHECKSUMS_THEN: Row[] = [
  {
    name: "0009_event_positions.sql",
    checksum: "df4ffb749d37278d07856fde158530145b9302d7ad04a2abdd63b2e0ddd1926b",
  },
  { name: "0010_contacts.sql", checksum: "6d5101ac8f32cb8f5391ea3ba0160eeb97b072e22f133a81249fc64b83c1e708" },
  { name: "0012_crm.sql", checksum: "5f747076cd5053c13b99282d618531b2f1e96ae6b397ab80355e20601809727c" },
  {
    name: "0021_message_ends.sql",
    checksum: "4fd4a97058b59e48f1b5cd84c1cb9331be71e13713ac4d007627f5255b6b9044",
  },
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

test("a database of an earlier state, with things of every kind in it", async () => {
  const { url, sql } = await empty();
  await makeThen(url, sql);
  await fill(sql);
  await migrate(url);
  expect(await lostRows(sql)).toEqual([]);
});

test("a database whose list indexes are of the first text of their migration", async () => {
  const { url, sql } = await empty();
  await makeThen(url, sql);
  await sql.unsafe(`
    alter table conversations drop column changed_at;
    update schema_migrations set checksum = 'e309dc5d4c079041dea3a6f870ef6dad968f57523ed342d0f1ab25a52d5a4838'
    where name = '0018_list_indexes.sql'`);
  await fill(sql);
  await migrate(url);
  expect(await migrate(url)).toEqual({ migrations: [], functions: [] });
  expect([...(await sql`select to_regclass('conversations_changed') is not null as indexed`)]).toEqual([
    { indexed: true },
  ]);
});

test("a database that the program of then has made, where the checkout has its history", async () => {
  const program = await programThen();
  if (program === null) return;
  const { url, sql } = await empty();
  const made = await run([
    process.execPath,
    "--no-env-file",
    "-e",
    `
    const { migrate } = await import("${join(program, "db/migrate.ts")}");
    await migrate("${url}");`,
  ]);
  expect(made.output).toBe("");
  const checksums = await sql<Row[]>`select name, checksum from schema_migrations order by name`;
  expect([...checksums]).toEqual(expect.arrayContaining(CHECKSUMS_THEN));
  await fill(sql);
  await migrate(url);
  expect(await lostRows(sql)).toEqual([]);
});

async function makeThen(url: string, sql: Sql): Promise<void> {
  const migrations = MIGRATIONS.filter(([name]) => name <= NEWEST_THEN);
  await migrate(url, { migrations, functions: [], triggers: [] });
  for (const { name, checksum } of CHECKSUMS_THEN)
    await sql`update schema_migrations set checksum = ${checksum as string} where name = ${name as string}`;
}

/** Puts the rows in as they are, in one partition for all times. */
async function fill(sql: Sql): Promise<void> {
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`;
    for (const [table, rows] of Object.entries(ROWS)) {
      const columns = await transaction<{ name: string; parted: boolean }[]>`
        select attname as name, exists (select from pg_partitioned_table where partrelid = attrelid) as parted
        from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
      if (columns[0]?.parted)
        await transaction.unsafe(`create table ${table}_of_all partition of ${table} default`);
      const names = columns.map(({ name }) => name);
      await transaction`
        insert into ${transaction(table)} (${transaction(names)}) overriding system value
        select ${transaction(names)} from jsonb_populate_recordset(null::${transaction(table)}, ${transaction.json(rows as never)})`;
    }
  });
}

/** Those of the rows that no table has as they were, in the columns that there still are. */
async function lostRows(sql: Sql): Promise<unknown[]> {
  const lost: unknown[] = [];
  for (const [table, rows] of Object.entries(ROWS)) {
    const found = await sql<{ row: Row }[]>`select to_jsonb(one) as row from ${sql(table)} as one`;
    for (const row of rows) if (!found.some((one) => includes(one.row, row))) lost.push({ table, row });
  }
  return lost;
}

function includes(found: Row, row: Row): boolean {
  return Object.entries(row).every(([name, value]) => !(name in found) || Bun.deepEquals(found[name], value));
}

/** A folder with the source of then, and today's packages; null where there is no history. */
async function programThen(): Promise<string | null> {
  const known = await run(["git", "-C", ROOT, "cat-file", "-e", COMMIT_THEN]);
  if (!known.success) {
    process.stdout.write("The program of then makes no database: this checkout has no history of it.\n");
    return null;
  }
  const folder = temporaryFolder("program-then");
  const packed = await run([
    "git",
    "-C",
    ROOT,
    "archive",
    `--output=${folder}/source.tar`,
    COMMIT_THEN,
    "db",
    "package.json",
    "tsconfig.json",
  ]);
  expect(packed.output).toBe("");
  await run(["tar", "--extract", "--file", `${folder}/source.tar`, "--directory", folder]);
  await run(["ln", "-s", join(ROOT, "node_modules"), join(folder, "node_modules")]);
  return folder;
}
