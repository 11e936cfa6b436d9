/** What Postgres itself needs for the rows of an import. */
import { createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { connect, type Sql } from "../../../db/connection/client.ts";

/** What the contacts of an import are in. */
const TABLES = ["contacts", "contact_identities", "contact_search", "contact_tags"] as const;

/**
 * Rows a second of a bare COPY of the contacts that are there: into tables like
 * theirs, indexes included, and of the contacts alone into one without indexes.
 */
export async function measureCopy(
  databaseUrl: string,
  folder: string,
  rows: number,
): Promise<{ sameTables: number; withoutIndexes: number }> {
  const sql = connect(databaseUrl, { max: 1, statementTimeoutMs: 0 });
  try {
    let seconds = 0;
    for (const table of TABLES) {
      const file = join(folder, table);
      await save(databaseUrl, table, file);
      seconds += await timed(sql, table, file, "including all");
    }
    const bare = await timed(sql, "contacts", join(folder, "contacts"), "including defaults");
    return { sameTables: Math.round(rows / seconds), withoutIndexes: Math.round(rows / bare) };
  } finally {
    await sql.end();
  }
}

/** Over a connection of its own: one that has been read from this way is of no more use. */
async function save(databaseUrl: string, table: string, file: string): Promise<void> {
  const sql = connect(databaseUrl, { max: 1, statementTimeoutMs: 0 });
  await pipeline(await sql`copy ${sql(table)} to stdout`.readable(), createWriteStream(file));
  await sql.end({ timeout: 0 });
}

async function timed(sql: Sql, table: string, file: string, like: string): Promise<number> {
  const copy = `bench_${table}`;
  await sql.unsafe(`create table ${copy} (like ${table} ${like})`);
  const startedAt = performance.now();
  await pipeline(
    createReadStream(file, { highWaterMark: 1024 * 1024 }),
    await sql`copy ${sql(copy)} from stdin`.writable(),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  await sql.unsafe(`drop table ${copy}`);
  return seconds;
}
