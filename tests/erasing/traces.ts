/** What names a person anywhere in the database and among the files. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestDaemon } from "../support/daemon.ts";

/** The tables that have a row with one of these words, with the words: `messages: Zelda`. Bytes count as well. */
export async function traces({ sql }: Pick<TestDaemon, "sql">, words: readonly string[]): Promise<string[]> {
  const tables = await sql<{ schema: string; name: string }[]>`
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) and relkind in ('r', 'p')
      -- a standby has none that are unlogged
      and (relpersistence = 'p' or not pg_is_in_recovery())
    order by 2`;
  const found: string[] = [];
  for (const { schema, name } of tables) {
    for (const word of words) {
      const hex = Buffer.from(word).toString("hex");
      const [row] = await sql`
        select from ${sql(schema)}.${sql(name)} as one
        where strpos(lower(one::text), lower(${word})) > 0 or strpos(one::text, ${hex}) > 0 limit 1`;
      if (row !== undefined) found.push(`${name}: ${word}`);
    }
  }
  return found;
}

/** Whether a file below a folder holds these bytes. */
export async function isStored(folder: string, bytes: string): Promise<boolean> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const contents = await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name))));
  return contents.some((content) => content.includes(bytes));
}
