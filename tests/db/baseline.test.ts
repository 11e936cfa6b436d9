/** A database of the last state before its tables were gathered is taken for one that the baseline made, and keeps its rows. */
import { afterEach, expect, test } from "bun:test";
import { join } from "node:path";
import type { Sql } from "../../db/connection/client.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { MIGRATIONS } from "../../db/schema/sql-files.ts";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { emptyDatabase, type TestDatabase, testDatabase } from "../support/database.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function keep(made: Promise<TestDatabase>): Promise<TestDatabase> {
  const database = await made;
  databases.push(database);
  return database;
}

const before = await programBefore();

test.skipIf(before === null)(
  "a database of the state before has what a new one has, and its rows",
  async () => {
    const [{ url, sql }, fresh] = await Promise.all([keep(emptyDatabase()), keep(testDatabase())]);
    const program = join(before ?? "", "db/schema/migrate.ts");
    const script = `const { migrate } = await import("${program}"); await migrate("${url}"); process.exit(0)`;
    expect((await run([process.execPath, "--no-env-file", "-e", script])).output).toBe("");
    await sql`insert into organizations (organization_id, name) values ('org', 'Old')`;
    // functions of a version before, which nobody calls any more
    await sql`create schema waypost_functions_before`;
    await sql`create function waypost_functions_before.add(change cost_change) returns integer language sql as 'select 1'`;
    await sql`insert into rate_cards (id, currency, valid_from)
      values ('rc_1', 'EUR', '2026-01-01'), ('rc_2', 'USD', '2026-01-01'), ('rc_3', 'EUR', '2026-07-01')`;
    await sql`insert into daemons (id, version, newest_migration) values ('dmn_old', '0.2.0', '0185_database_copies.sql')`;
    expect(await migrate(url, { version: "0.2.0" }).catch(String)).toContain(
      "Waypost 0.2.0 is too new for the daemons that run: 0200_baseline.sql changes what dmn_old (0.2.0) relies on",
    );
    await sql`delete from daemons`;
    expect((await migrate(url)).migrations).toEqual(MIGRATIONS.slice(1).map(([name]) => name));
    expect(await migrate(url)).toEqual({ migrations: [], functions: [] });
    expect(await catalogOf(sql)).toEqual(await catalogOf(fresh.sql));
    const history = (from: Sql) => from`select name, checksum, needs from schema_migrations order by name`;
    expect([...(await history(sql))]).toEqual([...(await history(fresh.sql))]);
    expect([...(await sql`select name from organizations`)]).toEqual([{ name: "Old" }]);
    const cards = await sql`select id from rate_cards order by id`;
    expect([...cards]).toEqual([{ id: "rc_1" }, { id: "rc_3" }]);
  },
);

test("a database of an earlier state is left as it is, with a sentence that says what to do", async () => {
  const { url, sql } = await keep(emptyDatabase());
  const migrations = [["0001_schema.sql", "create table organizations (name text)"]] satisfies [
    string,
    string,
  ][];
  await migrate(url, { migrations, functions: [], triggers: [] });
  expect(await migrate(url).catch(String)).toContain(
    "was made by an early state of Waypost (its newest migration is 0001_schema.sql). Start the last state before",
  );
  expect([...(await sql`select name from schema_migrations`)]).toEqual([{ name: "0001_schema.sql" }]);
});

/** All that tables, types, sequences, indexes, triggers and functions beside them are, in an order of their own. */
async function catalogOf(sql: Sql): Promise<unknown[]> {
  return [
    await sql`
      select class.relname, class.relkind, class.relpersistence, pg_get_partkeydef(class.oid) as key,
        attname, attnum - (select count(*) from pg_attribute as gone
          where gone.attrelid = class.oid and gone.attisdropped and gone.attnum < column_.attnum) as place,
        format_type(atttypid, atttypmod) as type, attnotnull, attidentity, attstorage, attcollation,
        pg_get_expr(adbin, adrelid) as value,
        (select array_agg(option order by option) from unnest(class.reloptions) as option) as options
      from pg_class as class join pg_attribute as column_ on attrelid = class.oid and attnum > 0 and not attisdropped
      left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where relnamespace = 'public'::regnamespace and not relispartition and relkind in ('r', 'p', 'c')
      order by relname, attname`,
    await sql`select indexdef from pg_indexes join pg_class on oid = to_regclass(tablename)
      where schemaname = 'public' and not relispartition order by indexdef`,
    await sql`select conrelid::regclass::text as place, conname, pg_get_constraintdef(pg_constraint.oid) as rule
      from pg_constraint join pg_class on pg_class.oid = conrelid
      where connamespace = 'public'::regnamespace and not relispartition order by 1, 2`,
    await sql`select pg_get_triggerdef(pg_trigger.oid) as trigger from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace and not relispartition order by 1`,
    await sql`select sequencename, data_type::text, start_value, min_value, max_value, increment_by, cycle, cache_size
      from pg_sequences where schemaname = 'public' order by 1`,
    await sql`select pg_get_functiondef(known.oid) as function from pg_proc as known
      where pronamespace = 'public'::regnamespace and not exists (
        select from pg_depend where classid = 'pg_proc'::regclass and objid = known.oid and deptype = 'e'
      ) order by 1`,
  ].map((rows) => [...rows].map((row) => ({ ...row })));
}

/** A folder with the source of the state before, and today's packages; null where the checkout has no history of it. */
async function programBefore(): Promise<string | null> {
  const git = (...words: string[]) => run(["git", "-C", ROOT, ...words]);
  const removed = ["--diff-filter=D", "--", "db/schema/migrations/0185_database_copies.sql"];
  const found = await git("log", "-1", "--format=%H^", ...removed);
  if (!found.success || found.output.trim() === "") {
    process.stdout.write("The state before makes no database: this checkout has no history of it.\n");
    return null;
  }
  const folder = temporaryFolder("state-before");
  const archive = `${folder}/source.tar`;
  const packed = await git(
    "archive",
    `--output=${archive}`,
    found.output.trim(),
    "db",
    "package.json",
    "tsconfig.json",
  );
  if (!packed.success) throw new Error(packed.output);
  await run(["tar", "--extract", "--file", archive, "--directory", folder]);
  await run(["ln", "-s", join(ROOT, "node_modules"), join(folder, "node_modules")]);
  return folder;
}
