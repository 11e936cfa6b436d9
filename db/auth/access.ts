import type { Queryable, Transaction } from "../connection/client.ts";
import { KEY_REVOKED_CHANNEL } from "./api-keys.ts";

/** What somebody had made: a key and what it may do, or an invitation. */
export type EndedAccess = { kind: "key" | "invitation"; id: string; permissions: string[] };

/** Until the transaction ends, nobody else gives or removes access to the organisation. */
export async function lockAccess(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction`
    select from organizations where organization_id = ${organizationId} for no key update`;
}

/** Whether the key or user that gives access is still there, and may. */
export async function isStillThere(
  transaction: Transaction,
  organizationId: string,
  { type, id }: { type: "key" | "user"; id: string },
): Promise<boolean> {
  const rows =
    type === "key"
      ? await transaction`select from api_keys where organization_id = ${organizationId} and id = ${id}`
      : await transaction`
          select from users where organization_id = ${organizationId} and id = ${id} and disabled_at is null`;
  return rows.length > 0;
}

/** How many keys an organisation has. */
export async function countKeys(sql: Queryable, organizationId: string): Promise<number> {
  const [row] = await sql<{ keys: number }[]>`
    select count(*)::int as keys from api_keys where organization_id = ${organizationId}`;
  return row?.keys ?? 0;
}

/**
 * Revokes the keys that a user made, and those that these made, withdraws the invitations of
 * them all, and notifies every daemon. Returns what ended.
 */
export async function endAccessGivenBy(
  transaction: Transaction,
  organizationId: string,
  userId: string,
): Promise<EndedAccess[]> {
  return await transaction<EndedAccess[]>`
    with recursive made as (
      select id from api_keys where organization_id = ${organizationId} and created_by = ${userId}
      union
      select key.id from api_keys as key join made on key.created_by = made.id
      where key.organization_id = ${organizationId}
    ), revoked as (
      delete from api_keys where organization_id = ${organizationId} and id in (select id from made)
      returning id, permissions, pg_notify(${KEY_REVOKED_CHANNEL}, id)
    ), withdrawn as (
      delete from user_tokens
      where organization_id = ${organizationId} and kind = 'invitation'
        and (created_by = ${userId} or created_by in (select id from made))
      returning id
    )
    select 'key' as kind, id, permissions from revoked
    union all select 'invitation', id, '{}' from withdrawn
    order by kind, id`;
}
