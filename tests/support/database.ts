/** Databases for tests: each its own, cloned from a template that is migrated once per process. */
import { connect, type Sql } from "../../db/connection/client.ts";
import { migrate } from "../../db/schema/migrate.ts";
import { startTestPostgres, type TestPostgres } from "./postgres.ts";

export type TestDatabase = {
  /** Connects to this database, also from another process. */
  url: string;
  /** A pool of this database. */
  sql: Sql;
  /** Ends the pool and removes the database, whoever else is connected. */
  drop(): Promise<void>;
};

/** A migrated database without rows. */
export async function testDatabase(): Promise<TestDatabase> {
  template ??= makeTemplate();
  return createDatabase(await template);
}

/** A database with nothing in it at all. */
export async function emptyDatabase(): Promise<TestDatabase> {
  return createDatabase("template0");
}

/** Removes every database made here and stops the Postgres, if a test asked for one; for the end of the run. */
export async function stopTestDatabases(): Promise<void> {
  if (!server) return;
  const { admin, postgres } = await server;
  for (const name of made) await admin`drop database if exists ${admin(name)} with (force)`;
  await admin.end();
  await postgres.stop();
}

type Server = { postgres: TestPostgres; admin: Sql };

let server: Promise<Server> | undefined;
let template: Promise<string> | undefined;
const made = new Set<string>();

async function startServer(): Promise<Server> {
  const postgres = await startTestPostgres();
  return { postgres, admin: connect(postgres.url, { max: 2, statementTimeoutMs: 0 }) };
}

async function makeTemplate(): Promise<string> {
  const database = await createDatabase("template0");
  await database.sql.end();
  await migrate(database.url);
  return new URL(database.url).pathname.slice(1);
}

async function createDatabase(from: string): Promise<TestDatabase> {
  server ??= startServer();
  const { postgres, admin } = await server;
  const name = `waypost_test_${crypto.randomUUID().replaceAll("-", "")}`;
  await admin`create database ${admin(name)} template ${admin(from)}`;
  made.add(name);
  const url = new URL(postgres.url);
  url.pathname = `/${name}`;
  const sql = connect(url.href);
  const drop = async () => {
    await sql.end({ timeout: 5 });
    await admin`drop database if exists ${admin(name)} with (force)`;
    made.delete(name);
  };
  return { url: url.href, sql, drop };
}
