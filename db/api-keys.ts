import type { Sql } from "./client.ts";

export type KeyRow = {
  organization_id: string;
  id: string;
  name: string;
  permissions: string[];
  channel_ids: string[] | null;
  prefix: string;
  last4: string;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
};

/** The channel on which daemons tell each other that a key was revoked; the payload is its id. */
export const KEY_REVOKED_CHANNEL = "waypost_key_revoked";

/** The key with this hash, or null. */
export async function findKeyByHash(sql: Sql, hash: Uint8Array): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow[]>`
    select organization_id, id, name, permissions, channel_ids, prefix, last4, expires_at, last_used_at, created_at
    from api_keys where hash = ${hash}`;
  return row ?? null;
}

/** Notes that a key was used, to the minute. */
export async function touchKey(sql: Sql, key: { organization_id: string; id: string }): Promise<void> {
  await sql`update api_keys set last_used_at = now() where organization_id = ${key.organization_id} and id = ${key.id}`;
}

export async function insertKey(
  sql: Sql,
  key: Omit<KeyRow, "last_used_at" | "created_at"> & { hash: Uint8Array },
): Promise<KeyRow> {
  const [row] = await sql<KeyRow[]>`
    insert into api_keys ${sql(key, "organization_id", "id", "name", "permissions", "channel_ids", "prefix", "last4", "expires_at", "hash")}
    returning organization_id, id, name, permissions, channel_ids, prefix, last4, expires_at, last_used_at, created_at`;
  if (row === undefined) throw new Error("the key was not stored");
  return row;
}

/** Keys of an organisation, newest first, older than `before`. */
export async function listKeys(
  sql: Sql,
  organizationId: string,
  before: string | null,
  limit: number,
): Promise<KeyRow[]> {
  return await sql<KeyRow[]>`
    select organization_id, id, name, permissions, channel_ids, prefix, last4, expires_at, last_used_at, created_at
    from api_keys
    where organization_id = ${organizationId} and (${before}::text is null or id < ${before})
    order by id desc limit ${limit}`;
}

/** Removes a key and tells every daemon in the same transaction. False when there is none. */
export async function deleteKey(sql: Sql, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`
    with removed as (
      delete from api_keys where organization_id = ${organizationId} and id = ${id} returning id
    )
    select pg_notify(${KEY_REVOKED_CHANNEL}, id) from removed`;
  return rows.length > 0;
}
