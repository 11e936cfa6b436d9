/** The search path that a database's sessions have without Waypost: tables are where it leads. */
import type postgres from "postgres";

const known = new Map<string, Promise<string>>();

/**
 * The `search_path` that the server, the database, the role and the URL give to a session, read once in the life
 * of this process. `open` opens a pool that sets none. Throws when nothing answers within `longestMs`.
 */
export function ownPathOf(url: string, open: () => postgres.Sql, longestMs: number): Promise<string> {
  const path = known.get(url) ?? ask(open(), longestMs);
  known.set(url, path);
  // this caller gets the error; the next one reads it again
  path.catch(() => known.delete(url));
  return path;
}

async function ask(sql: postgres.Sql, longestMs: number): Promise<string> {
  // a server that fell silent would never let it end
  const timer = setTimeout(() => void sql.end({ timeout: 0 }), longestMs);
  try {
    const [row] = await sql<{ path: string }[]>`select current_setting('search_path') as path`;
    return row?.path ?? "";
  } finally {
    clearTimeout(timer);
    await sql.end();
  }
}
