/**
 * Databases for tests: each its own, cloned from a template. That is migrated once per process, unless the run has
 * made one for all its processes: then TEST_POSTGRES_URL and TEST_TEMPLATE say where it is.
 */
import { connect, type Sql } from "../../db/connection/client.ts";
import { makePartitions } from "../../db/maintenance/maintenance.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { startTestPostgres, type TestPostgres } from "./postgres.ts";

export type TestDatabase = {
  /** Connects to this database as the role that owns it, also from another process. */
  url: string;
  /** Connects to it as the superuser, for what a test does to the database itself. */
  adminUrl: string;
  /** A connection of the superuser's. */
  admin: Sql;
  /** A pool of this database. */
  sql: Sql;
  /** Ends the pool and removes the database, also while others are connected. */
  drop(): Promise<void>;
  /** Leaves it to the end of the Postgres. */
  keep(): void;
};

/** A migrated database without rows, with the partitions of the coming weeks. */
export async function testDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return createDatabase(await template);
}

/**
 * A migrated database with what `fill` puts in. It is filled once for all files of the run that ask for this name, and
 * cloned for each of them.
 */
export async function filledDatabase(name: string, fill: (sql: Sql) => Promise<void>): Promise<TestDatabase> {
  template ??= makeTemplate();
  const filled = `${await template}_${name}`;
  server ??= startServer();
  const { admin } = await server;
  const turn = await admin.reserve();
  try {
    await turn`select pg_advisory_lock(hashtext(${filled}))`;
    const known = await turn`select from pg_database where datname = ${filled}`;
    if (known.length === 0) await fillAs(admin, filled, fill);
  } finally {
    await turn`select pg_advisory_unlock(hashtext(${filled}))`;
    turn.release();
  }
  return createDatabase(filled);
}

/** It has the name only when it is full. */
async function fillAs(admin: Sql, name: string, fill: (sql: Sql) => Promise<void>): Promise<void> {
  const database = await testDatabase();
  await fill(database.sql);
  await database.sql.end();
  const given = new URL(database.url).pathname.slice(1);
  await admin`alter database ${admin(given)} rename to ${admin(name)}`;
  made.delete(given);
}

/** A database with nothing in it at all. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template0");
}

/** Makes the template for other processes, and returns the environment that leads them there; this one stops the Postgres. */
export async function shareTemplate(): Promise<Record<string, string>> {
  template ??= makeTemplate();
  server ??= startServer();
  return { TEST_TEMPLATE: await template, TEST_POSTGRES_URL: (await server).postgres.url };
}

/** Removes every database made here and stops the Postgres, if a test started one; for the end of a file or run. */
export async function stopTestDatabases(): Promise<void> {
  if (!server) return;
  const { admin, postgres } = await server;
  for (const name of [...made, ...(await filledHere(admin))])
    await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end();
  await postgres.stop();
  server = undefined;
  template = undefined;
  made.clear();
}

/** Those that were filled from this process's own template, by whatever process. */
async function filledHere(admin: Sql): Promise<string[]> {
  if (process.env.TEST_TEMPLATE || template === undefined) return [];
  const prefix = `${await template}_`;
  const rows = await admin<{ name: string }[]>`
    select datname as name from pg_database where starts_with(datname::text, ${prefix})`;
  return rows.map(({ name }) => name);
}

type Server = { postgres: TestPostgres; admin: Sql };

/** Owns the databases, and may do what docs/production.md has the role of a daemon do: nothing more. */
const ROLE = "waypost_tests";

let server: Promise<Server> | undefined;
let template: Promise<string> | undefined;
const made = new Set<string>();

async function startServer(): Promise<Server> {
  const postgres = await startTestPostgres();
  const admin = connect(postgres.url, { max: 2, statementTimeoutMs: 0 });
  await admin`
    do $$ begin
      create role ${admin(ROLE)} login password '${admin.unsafe(ROLE)}'
        nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
    exception when duplicate_object or unique_violation then null;
    end $$`.simple();
  return { postgres, admin };
}

async function makeTemplate(): Promise<string> {
  const shared = process.env.TEST_TEMPLATE;
  if (shared) return shared;
  const database = await createDatabase("template0");
  await migrate(database.url);
  await makePartitions(database.sql);
  await database.sql.end();
  return new URL(database.url).pathname.slice(1);
}

async function createDatabase(from: string): Promise<TestDatabase> {
  server ??= startServer();
  const { postgres, admin } = await server;
  const name = `waypost_test_${crypto.randomUUID().replaceAll("-", "")}`;
  // cheaper than through the log, where nothing is kept for long
  await admin`create database ${admin(name)} owner ${admin(ROLE)} template ${admin(from)} strategy file_copy`;
  made.add(name);
  const adminUrl = new URL(postgres.url);
  adminUrl.pathname = `/${name}`;
  const url = new URL(adminUrl);
  [url.username, url.password] = [ROLE, ROLE];
  const sql = connect(url.href);
  const own = connect(adminUrl.href, { max: 1 });
  const drop = async () => {
    await Promise.all([sql, own].map((pool) => pool.end({ timeout: 5 })));
    await admin`drop database if exists ${admin(name)} with (force)`;
    made.delete(name);
  };
  const keep = () => void made.delete(name);
  return { url: url.href, adminUrl: adminUrl.href, sql, admin: own, drop, keep };
}
