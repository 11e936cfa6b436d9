import type { Queryable, Sql } from "../connection/client.ts";

/** What becomes of the answers of a bot while another holds the conversation. */
export type WhenHeld = "refuse" | "wait";

/** What a key for an agent is limited to; see db/messages/accept/refusals.sql. */
export type KeyAgent = {
  recipients: "answered" | "list" | "contacts" | "anyone";
  list_id?: string;
  types?: string[];
  templates?: string[];
  messages_per_hour?: number;
  messages_per_day?: number;
  new_people_per_hour?: number;
  new_people_per_day?: number;
  money_per_hour?: number;
  money_per_day?: number;
  /** Of the money. */
  currency?: string;
  approval?: "never" | "new_people" | "always";
  /** Whether a person at the agent's program may approve, too. */
  approval_at_client?: boolean;
  /** Who is asked for that on WhatsApp, by which channel; `template` invites them to write where they did not. */
  approval_to?: { channel_id: string; to: string; template?: { name: string; language: string } };
  /** Makes it a bot, as `bot` of a key does. */
  when_held?: WhenHeld;
  hours?: { zone: string; days: { day: string; from: string; to: string }[] };
};

export type KeyRow = {
  organization_id: string;
  id: string;
  name: string;
  permissions: string[];
  channel_ids: string[] | null;
  /** Null of keys that are not for an agent. */
  agent: KeyAgent | null;
  /** Of a bot's; null of other keys. */
  bot: WhenHeld | null;
  /** The key or user that made it; null where nobody noted it. */
  created_by: string | null;
  prefix: string;
  last4: string;
  expires_at: Date | null;
  last_used_at: Date | null;
  created_at: Date;
};

/** The channel on which daemons notify each other that a key was revoked; the payload is its id. */
export const KEY_REVOKED_CHANNEL = "waypost_key_revoked";

/** The key whose secret, or the one before it during their overlap, has this hash; `expires_at` is when that secret ends. */
export async function findKeyByHash(sql: Sql, hash: Uint8Array): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow[]>`
    select organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4,
      least(expires_at, secret_expires_at) as expires_at, last_used_at, created_at
    from api_keys where hash = ${hash}
    union all
    select organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4,
      least(expires_at, previous_expires_at), last_used_at, created_at
    from api_keys where previous_hash = ${hash}`;
  return row ?? null;
}

/** A key of an organisation, or null. */
export async function findKey(sql: Queryable, organizationId: string, id: string): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow[]>`
    select organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4, expires_at, last_used_at, created_at
    from api_keys where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Notes that a key was used, to the minute. */
export async function touchKey(sql: Sql, key: { organization_id: string; id: string }): Promise<void> {
  await sql`update api_keys set last_used_at = now() where organization_id = ${key.organization_id} and id = ${key.id}`;
}

export async function insertKey(
  sql: Queryable,
  key: Omit<KeyRow, "agent" | "bot" | "last_used_at" | "created_at"> &
    NewSecret & { agent?: KeyAgent | null; bot?: WhenHeld | null },
): Promise<KeyRow> {
  const { secret_expires_at = null, bot = null } = key;
  const stored = { ...key, bot, secret_expires_at, agent: key.agent ? sql.json(key.agent) : null };
  const [row] = await sql<KeyRow[]>`
    insert into api_keys ${sql(stored, "organization_id", "id", "name", "permissions", "channel_ids", "agent", "bot", "created_by", "prefix", "last4", "expires_at", "hash", "secret_expires_at")}
    returning organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4, expires_at, last_used_at, created_at`;
  if (row === undefined) throw new Error("the key was not stored");
  return row;
}

/** The stored part of a key's secret, and when that ends if it does before the key. */
export type NewSecret = {
  hash: Uint8Array;
  prefix: string;
  last4: string;
  secret_expires_at?: Date | null;
};

/**
 * Gives a key a new secret, known to its maker `by`, and notifies every daemon. The previous one stays valid
 * for `overlapSeconds`, the one before that ends. Null when there is no such key.
 */
export async function rotateKey(
  sql: Queryable,
  { organization_id, id }: Pick<KeyRow, "organization_id" | "id">,
  { hash, prefix, last4, secret_expires_at = null }: NewSecret,
  { overlapSeconds, by }: { overlapSeconds: number; by: string },
): Promise<(KeyRow & { previous_expires_at: Date }) | null> {
  const [row] = await sql<(KeyRow & { previous_expires_at: Date })[]>`
    with rotated as (
      update api_keys set previous_hash = hash, hash = ${hash}, prefix = ${prefix}, last4 = ${last4},
        secret_expires_at = ${secret_expires_at},
        created_by = case when id = ${by} then created_by else ${by} end, previous_expires_at = now() + make_interval(secs => ${overlapSeconds})
      where organization_id = ${organization_id} and id = ${id}
      returning organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4, expires_at, last_used_at,
        created_at, previous_expires_at
    )
    select rotated.*, pg_notify(${KEY_REVOKED_CHANNEL}, id) from rotated`;
  return row ?? null;
}

/** Changes whether a key is a bot's, and notifies every daemon. Null when there is no such key. */
export async function changeBot(
  sql: Queryable,
  { organization_id, id }: Pick<KeyRow, "organization_id" | "id">,
  bot: WhenHeld | null,
): Promise<KeyRow | null> {
  const [row] = await sql<KeyRow[]>`
    with changed as (
      update api_keys set bot = ${bot} where organization_id = ${organization_id} and id = ${id}
      returning organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4, expires_at, last_used_at,
        created_at
    )
    select changed.*, pg_notify(${KEY_REVOKED_CHANNEL}, id) from changed`;
  return row ?? null;
}

/** Keys of an organisation, newest first, older than `before`; with `only`, those for no other channels. */
export async function listKeys(
  sql: Queryable,
  organizationId: string,
  only: readonly string[] | null,
  before: string | null,
  limit: number,
): Promise<KeyRow[]> {
  return await sql<KeyRow[]>`
    select organization_id, id, name, permissions, channel_ids, agent, bot, created_by, prefix, last4, expires_at, last_used_at, created_at
    from api_keys
    where organization_id = ${organizationId} and (${before}::text is null or id < ${before})
      ${only === null ? sql`` : sql`and channel_ids <@ ${only as string[]}`}
    order by id desc limit ${limit}`;
}

/** Removes a key and notifies every daemon in the same transaction. False when there is none. */
export async function deleteKey(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`
    with removed as (
      delete from api_keys where organization_id = ${organizationId} and id = ${id} returning id
    )
    select pg_notify(${KEY_REVOKED_CHANNEL}, id), end_holds_of(${organizationId}, array[id]) from removed`;
  return rows.length > 0;
}
