import type { Queryable } from "../connection/client.ts";

/** The version of the newest program whose functions the database has; null when none has said. */
export async function databaseVersion(sql: Queryable): Promise<string | null> {
  const [row] = await sql<{ version: string }[]>`select version from schema_program`;
  return row?.version ?? null;
}

/** Writes down which version's functions the database has now. */
export async function noteVersion(sql: Queryable, version: string): Promise<void> {
  await sql`
    insert into schema_program (version) values (${version})
    on conflict (is_only) do update set version = excluded.version, applied_at = now()
    where schema_program.version <> excluded.version`;
}

/** Whether a program's version comes before the database's. */
export function isOlder(program: string, database: string | null): database is string {
  return database !== null && Bun.semver.order(program, database) < 0;
}
