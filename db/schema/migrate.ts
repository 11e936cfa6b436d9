/**
 * Brings a database to this program's schema: graphile-worker's own tables, then the numbered migrations, then
 * the triggers, which all versions share, and this version's functions.
 */
import { Logger, runMigrations } from "graphile-worker";
import { connect, type Sql, type Transaction } from "../connection/client.ts";
import { isLockedOut, LOCK_WAIT } from "../connection/lock-wait.ts";
import { beginPatiently, type Report } from "../connection/patient-transaction.ts";
import { clientPool } from "../connection/pg-client.ts";
import { DIRECT, requireDirect } from "../connection/pooled.ts";
import { FUNCTIONS, type SqlFile } from "../functions/files.ts";
import { TRIGGERS } from "../functions/triggers.ts";
import { adoptBaseline } from "./adopt-baseline.ts";
import { checksumOf, migrationChecksumOf } from "./checksums.ts";
import { needsOf, refuseIfTooNew, refuseIfTooOld } from "./fits.ts";
import { dropInPlace, makeFunctionSet } from "./function-sets.ts";
import { MIGRATION_LOCK } from "./migration-lock.ts";
import { databaseVersion, isOlder, noteVersion } from "./program-version.ts";
import { runFile } from "./run-file.ts";
import { BASELINE, MIGRATIONS } from "./sql-files.ts";

export type MigrateOptions = {
  /** Numbered files, each applied once. */
  migrations?: SqlFile[];
  /** The files of this version's functions, which get a schema of their own. */
  functions?: SqlFile[];
  /** The files that all versions share, applied again when their text changed. */
  triggers?: SqlFile[];
  /** Applies the functions in the place of other versions', too, for sessions behind a pooler, which have no search path of their own. */
  inPlace?: boolean;
  /** The program's version: what a newer one has put in place is left alone. */
  version?: string;
  /** Puts what is this program's in the place of a newer one's. */
  goBack?: boolean;
  /** Hears what holds the work up, and that the program is older than the database. */
  report?: Report;
};

/** The names of the files that were applied, in order. */
export type Migrated = { migrations: string[]; functions: string[] };

type Applied = Map<string, string>;

/**
 * Migrates the database at `url` over a connection of its own and returns what it applied. Any number of
 * programs may start at once: one works, the others wait, then find nothing to do. Each migration is one
 * transaction; all functions together are one, and so are the triggers.
 *
 * Throws, having changed nothing, when a migration was edited after it was applied, when one is missing
 * between two applied ones, when this program is too old for the database or too new for daemons that run
 * (`UnfitError`), when the server is older than Postgres 15, when a new database is not in UTF8, and when a pooler is in between. Where a table is locked, nobody queues behind it: it tries again until it gets through.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { migrations = MIGRATIONS, functions = FUNCTIONS, triggers = TRIGGERS, version } = options;
  const name = version === undefined ? undefined : `Waypost ${version}`;
  const sql = connect(url, {
    max: 1,
    statementTimeoutMs: 0,
    idleTimeoutMs: 0,
    settings: DIRECT,
    withoutFunctions: true,
  });
  const watching = connect(url, { max: 1, withoutFunctions: true });
  const begin: Begin = (what, work) =>
    beginPatiently(sql, { watching, what, report: options.report ?? (() => {}) }, work);
  try {
    await requireDirect(sql);
    await refuseOldServer(sql);
    await sql`select pg_advisory_lock(${MIGRATION_LOCK})`;
    await refuseOtherEncoding(sql);
    await createHistory(sql);
    if (migrations.includes(BASELINE))
      await begin("Adopting the baseline", (one) => adoptBaseline(one, name));
    const applied = await readHistory(sql, "schema_migrations");
    await refuseIfTooOld(sql, migrations.at(-1)?.[0] ?? "", name);
    checkHistory(applied, migrations);
    const pending = migrations.filter(([file]) => !applied.has(file));
    await refuseIfTooNew(sql, pending, name);
    await migrateJobs(url, options.report);
    const done = await applyMigrations(begin, pending);
    const made = await begin("Making the functions", (one) => makeFunctionSet(one, functions, version));
    const inPlace = { functions: options.inPlace ? functions : [], triggers };
    return { migrations: done, functions: [...made, ...(await applyInPlace(sql, begin, inPlace, options))] };
  } finally {
    await Promise.all([sql.end(), watching.end()]);
  }
}

/** Begins a transaction that waits for no lock for long, and tries again; `what` names the work. */
type Begin = <Result>(what: string, work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

const OLDEST_SERVER = 15;

async function refuseOldServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (row === undefined || row.number >= OLDEST_SERVER * 10_000) return;
  throw new Error(
    `The database's server is Postgres ${row.version}; Waypost needs ${OLDEST_SERVER} or later. Nothing was changed.`,
  );
}

/** In any other encoding, some of what people write can't be stored, or is counted in bytes. Only of a database that is new. */
async function refuseOtherEncoding(sql: Sql): Promise<void> {
  const [row] = await sql<{ name: string; encoding: string }[]>`
    select current_database() as name, current_setting('server_encoding') as encoding
    where to_regclass('schema_migrations') is null`;
  if (row === undefined || row.encoding === "UTF8") return;
  throw new Error(
    `The database ${row.name} has the encoding ${row.encoding}, in which not every message can be stored; Waypost needs UTF8: create database waypost encoding 'UTF8' template template0. Nothing was changed.`,
  );
}

/** The tables of graphile-worker, with the same patience. */
async function migrateJobs(url: string, report?: Report): Promise<void> {
  while (true) {
    try {
      return await migrateJobsOnce(url);
    } catch (cause) {
      if (!isLockedOut(cause)) throw cause;
      report?.("The migration of the job queue waits for a lock");
      await Bun.sleep(JOBS_AGAIN_MS);
    }
  }
}

const JOBS_AGAIN_MS = 1000;

/** Over one more connection, which asks for what all of ours do. */
async function migrateJobsOnce(url: string): Promise<void> {
  const pool = clientPool(url, "waypost migrate", { max: 1, settings: { lock_timeout: LOCK_WAIT } });
  // what is lost while a statement runs, that statement says
  const lost = () => {};
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  try {
    await runMigrations({ pgPool: pool, logger: SILENT });
  } finally {
    await pool.end();
  }
}

const SILENT = new Logger(() => () => {});

async function createHistory(sql: Sql): Promise<void> {
  await sql`
    create table if not exists schema_migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now(), needs text)`;
  await sql`
    create table if not exists schema_functions (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
  await sql`
    create table if not exists function_sets (
      name text primary key, version text,
      made_at timestamptz not null default now(), used_at timestamptz not null default now())`;
  await sql`
    create table if not exists schema_program (
      is_only boolean primary key default true check (is_only),
      version text not null, applied_at timestamptz not null default now())`;
}

async function readHistory(sql: Sql, table: string): Promise<Applied> {
  const rows = await sql<{ name: string; checksum: string }[]>`
    select name, checksum from ${sql(table)} order by name collate "C"`;
  return new Map(rows.map((row) => [row.name, row.checksum]));
}

/** What was applied must be the beginning of what this program holds, or all of it and what later versions added. */
function checkHistory(applied: Applied, migrations: SqlFile[]): void {
  const known = new Set(migrations.map(([name]) => name));
  const newest = migrations.at(-1)?.[0] ?? "";
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  const between = unknown.filter((name) => name < newest);
  if (between.length > 0) {
    throw new Error(`The database is of another line of versions: it has ${between.join(", ")}.`);
  }
  const expected = unknown.length > 0 ? migrations.length : applied.size;
  for (const [name, text] of migrations.slice(0, expected)) {
    const checksum = applied.get(name);
    if (checksum === undefined) {
      throw new Error(`The migration ${name} was not applied, but a later one was.`);
    }
    if (checksum !== migrationChecksumOf(text)) {
      throw new Error(`The migration ${name} was changed after it was applied; add a new one instead.`);
    }
  }
}

async function applyMigrations(begin: Begin, migrations: SqlFile[]): Promise<string[]> {
  for (const [name, text] of migrations) {
    await begin(`The migration ${name}`, async (transaction) => {
      // The row comes first: should two ever get here, the second fails before it touches the schema.
      await transaction`
        insert into schema_migrations (name, checksum, needs) values (${name}, ${migrationChecksumOf(text)}, ${needsOf(text)})`;
      await runFile(transaction, name, text);
    });
  }
  return migrations.map(([name]) => name);
}

async function applyInPlace(
  sql: Sql,
  begin: Begin,
  { functions, triggers }: { functions: SqlFile[]; triggers: SqlFile[] },
  { version, goBack = false, report }: MigrateOptions,
): Promise<string[]> {
  const applied = await readHistory(sql, "schema_functions");
  const isChanged = ([name, text]: SqlFile) => applied.get(name) !== checksumOf(text);
  const newest = await databaseVersion(sql);
  if (version !== undefined && isOlder(version, newest) && !goBack) {
    if (functions.length > 0)
      report?.(
        `This is Waypost ${version}, and the database's functions are those of ${newest}, which are left as they are. Run ${newest} here; to go back to ${version} everywhere: waypostd migrate --go-back`,
      );
    return [];
  }
  // all of them: what one returns can't be replaced, and one that another version left may fit a call better
  const replaced = functions.some(isChanged) ? functions : [];
  const files = [...replaced, ...triggers.filter(isChanged)];
  await begin("Replacing the triggers", async (transaction) => {
    if (version !== undefined) await noteVersion(transaction, version);
    if (replaced.length > 0) await dropInPlace(transaction);
    for (const [name, text] of files) {
      await runFile(transaction, name, text);
      await transaction`
        insert into schema_functions (name, checksum) values (${name}, ${checksumOf(text)})
        on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`;
    }
    // a program that still has a file of that name would take its functions for the ones that are in place
    const names = [...functions, ...triggers].map(([name]) => name);
    await transaction`delete from schema_functions where name <> all(${names}::text[])`;
  });
  return files.map(([name]) => name);
}
