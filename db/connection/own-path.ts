/** The search path that a database's sessions have without Waypost: tables are where it leads. */
import type postgres from "postgres";

const known = new Map<string, Promise<string>>();

/**
 * The `search_path` that the server, the database, the role and the URL give to a session, asked for once in the life
 * of this process. `open` opens a pool that sets none.
 */
export function ownPathOf(url: string, open: () => postgres.Sql): Promise<string> {
  const path = known.get(url) ?? ask(open());
  known.set(url, path);
  // the database may be away now
  path.catch(() => known.delete(url));
  return path;
}

async function ask(sql: postgres.Sql): Promise<string> {
  try {
    const [row] = await sql<{ path: string }[]>`select current_setting('search_path') as path`;
    return row?.path ?? "";
  } finally {
    await sql.end();
  }
}
