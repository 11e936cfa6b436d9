/**
 * Brings a database to this program's schema: graphile-worker's own tables, then the numbered migrations, then
 * the functions.
 */
import { Logger, runMigrations } from "graphile-worker";
import { connect, type Sql, type Transaction } from "../connection/client.ts";
import { isLockedOut, LOCK_WAIT } from "../connection/lock-wait.ts";
import { beginPatiently, type Report } from "../connection/patient-transaction.ts";
import { clientPool } from "../connection/pg-client.ts";
import { DIRECT, requireDirect } from "../connection/pooled.ts";
import { FUNCTIONS } from "./function-files.ts";
import { databaseVersion, isOlder, noteVersion } from "./program-version.ts";
import { MIGRATIONS, type SqlFile } from "./sql-files.ts";

export type MigrateOptions = {
  /** Numbered files, each applied once. */
  migrations?: SqlFile[];
  /** Repeatable files, applied again when their text changed. */
  functions?: SqlFile[];
  /** The program's version: an older one leaves a newer one's functions alone. */
  version?: string;
  /** Puts this program's functions in the place of a newer one's. */
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
 * transaction; all functions together are one.
 *
 * Throws, having changed nothing, when a migration was edited after it was applied, when one is missing
 * between two applied ones, when the database holds migrations this program does not know, when the server is
 * older than Postgres 15, and when a pooler is in between. Where a table is locked, nobody queues behind it: it tries again until it gets through.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<Migrated> {
  const { migrations = MIGRATIONS, functions = FUNCTIONS } = options;
  const sql = connect(url, { max: 1, statementTimeoutMs: 0, idleTimeoutMs: 0, settings: DIRECT });
  const watching = connect(url, { max: 1 });
  const begin: Begin = (what, work) =>
    beginPatiently(sql, { watching, what, report: options.report ?? (() => {}) }, work);
  try {
    await requireDirect(sql);
    await refuseOldServer(sql);
    await sql`select pg_advisory_lock(${LOCK})`;
    await createHistory(sql);
    const applied = await readHistory(sql, "schema_migrations");
    checkHistory(applied, migrations);
    await migrateJobs(url, options.report);
    return {
      migrations: await applyMigrations(begin, migrations.slice(applied.size)),
      functions: await applyFunctions(sql, begin, functions, options),
    };
  } finally {
    await Promise.all([sql.end(), watching.end()]);
  }
}

/** Begins a transaction that waits for no lock for long, and tries again; `what` names the work. */
type Begin = <Result>(what: string, work: (transaction: Transaction) => Promise<Result>) => Promise<Result>;

/** Any number will do, as long as nothing else in the database locks it. */
const LOCK = 4_923_017_715;

const OLDEST_SERVER = 15;

async function refuseOldServer(sql: Sql): Promise<void> {
  const [row] = await sql<{ number: number; version: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as version`;
  if (row === undefined || row.number >= OLDEST_SERVER * 10_000) return;
  throw new Error(
    `The database's server is Postgres ${row.version}; Waypost needs ${OLDEST_SERVER} or later. Nothing was changed.`,
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
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
  await sql`
    create table if not exists schema_functions (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`;
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

/** What was applied must be the beginning of what this program holds. */
function checkHistory(applied: Applied, migrations: SqlFile[]): void {
  const known = new Set(migrations.map(([name]) => name));
  const unknown = [...applied.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(`The database is newer than this program: it has ${unknown.join(", ")}.`);
  }
  for (const [name, text] of migrations.slice(0, applied.size)) {
    const checksum = applied.get(name);
    if (checksum === undefined) {
      throw new Error(`The migration ${name} was not applied, but a later one was.`);
    }
    if (checksum !== checksumOf(text)) {
      throw new Error(`The migration ${name} was changed after it was applied; add a new one instead.`);
    }
  }
}

async function applyMigrations(begin: Begin, migrations: SqlFile[]): Promise<string[]> {
  for (const [name, text] of migrations) {
    await begin(`The migration ${name}`, async (transaction) => {
      // The row comes first: should two ever get here, the second fails before it touches the schema.
      await transaction`insert into schema_migrations (name, checksum) values (${name}, ${checksumOf(text)})`;
      await runFile(transaction, name, text);
    });
  }
  return migrations.map(([name]) => name);
}

async function applyFunctions(
  sql: Sql,
  begin: Begin,
  functions: SqlFile[],
  { version, goBack = false, report }: MigrateOptions,
): Promise<string[]> {
  const applied = await readHistory(sql, "schema_functions");
  const changed = functions.filter(([name, text]) => applied.get(name) !== checksumOf(text));
  const newest = await databaseVersion(sql);
  if (version !== undefined && isOlder(version, newest) && !goBack) {
    report?.(
      `This is Waypost ${version}, and the database's functions are those of ${newest}, which are left as they are. Run ${newest} here; to go back to ${version} everywhere: waypostd migrate --go-back`,
    );
    return [];
  }
  await begin("Replacing the functions", async (transaction) => {
    if (version !== undefined) await noteVersion(transaction, version);
    for (const [name, text] of changed) {
      await runFile(transaction, name, text);
      await transaction`
        insert into schema_functions (name, checksum) values (${name}, ${checksumOf(text)})
        on conflict (name) do update set checksum = excluded.checksum, applied_at = now()`;
    }
    // a program that still has a file of that name would take its functions for the ones that are in place
    const names = functions.map(([name]) => name);
    await transaction`delete from schema_functions where name <> all(${names}::text[])`;
  });
  return changed.map(([name]) => name);
}

async function runFile(transaction: Transaction, name: string, text: string): Promise<void> {
  try {
    await transaction.unsafe(text).simple();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The SQL file ${name} failed: ${reason}`, { cause });
  }
}

/** Of a migration whose comments alone were corrected, it is that of its first text: databases have that. */
function checksumOf(text: string): string {
  const checksum = new Bun.CryptoHasher("sha256").update(text).digest("hex");
  return REWORDED[checksum] ?? checksum;
}

/** Checksums of first texts, by those of what they read now. */
const REWORDED: Record<string, string> = {
  // 0001_schema.sql
  b42dc6dc5f90ad1c7c24fe14ca5d3037704cf5457151ae55314175a41f850331:
    "d5f03b0d24cd3edce8215acdc4424bc6165a1301003c5e4344ff7d2c0e283091",
};
