import type { Sql } from "../connection/client.ts";

/** The channel on which daemons notify each other of requests they answered, while somebody follows them. */
export const REQUEST_LOG_CHANNEL = "waypost_request_log";

/** Notifies every daemon, of each payload on its own; Postgres takes less than 8,000 bytes each. */
export async function notifyDaemons(sql: Sql, payloads: readonly string[]): Promise<void> {
  await sql`
    select pg_notify(${REQUEST_LOG_CHANNEL}, line.payload)
    from unnest(${payloads as string[]}::text[]) with ordinality as line (payload, nth)
    order by nth`;
}

/** The daemons beside this one that are connected now. */
export async function otherDaemons(sql: Sql, daemonId: string): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from daemons where id <> ${daemonId} and holds_session(id)`;
  return rows.map(({ id }) => id);
}

/** The names of keys and users by their ids, without those that were deleted. */
export async function namesOfCallers(
  sql: Sql,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ id: string; name: string }[]>`
    select id, name from api_keys where organization_id = ${organizationId} and id = any (${ids as string[]})
    union all
    select id::text, coalesce(nullif(name, ''), email) from users
    -- ids of keys are none of users, and the key of the table is of UUIDs
    where organization_id = ${organizationId} and id = any (${ids.filter((id) => !id.startsWith("key_"))}::uuid[])`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}
