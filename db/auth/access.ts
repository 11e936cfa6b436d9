import type { Queryable, Transaction } from "../connection/client.ts";
import { KEY_REVOKED_CHANNEL } from "./api-keys.ts";

/** Access that somebody had opened: a key with its permissions, an invitation, an approved terminal, or an endpoint. */
export type EndedAccess = {
  kind: "key" | "invitation" | "terminal" | "endpoint" | "pairing_link";
  /** Null for a terminal, which has none. */
  id: string | null;
  permissions: string[];
};

/** Until the transaction ends, nobody else gives or removes access to the organisation. */
export async function lockAccess(transaction: Transaction, organizationId: string): Promise<void> {
  await transaction`
    select from organizations where organization_id = ${organizationId} for no key update`;
}

type Holder = { type: "key" | "user"; id: string };

/** The present permissions of a key, or of a user by their role. Null when it is gone, or has none. */
export async function findRights(
  transaction: Transaction,
  organizationId: string,
  { type, id }: Holder,
): Promise<{ permissions: string[] | null; role: string | null; expires_at: Date | null } | null> {
  const [row] =
    type === "key"
      ? await transaction<{ permissions: string[]; role: null; expires_at: Date | null }[]>`
          select permissions, null as role, expires_at from api_keys
          where organization_id = ${organizationId} and id = ${id} and (expires_at is null or expires_at > now())`
      : await transaction<{ permissions: null; role: string; expires_at: null }[]>`
          select null as permissions, role, null as expires_at from users
          where organization_id = ${organizationId} and id = ${id} and disabled_at is null`;
  return row ?? null;
}

/** How many keys an organisation has. */
export async function countKeys(sql: Queryable, organizationId: string): Promise<number> {
  const [row] = await sql<{ keys: number }[]>`
    select count(*)::int as keys from api_keys where organization_id = ${organizationId}`;
  return row?.keys ?? 0;
}

/** The remaining permissions of the holder of doors, and the roles that they may still give by invitation. */
export type RightsLeft = { permissions: readonly string[]; roles: readonly string[] };

/**
 * Ends what somebody opened and may open no longer, and all that was opened with an ended key: revokes keys, withdraws
 * invitations, refuses terminals that have not taken their key, forgets codes of programs that have not, disables
 * endpoints. Notifies every daemon, and returns what ended.
 */
export async function endAccessBeyond(
  transaction: Transaction,
  organizationId: string,
  holderId: string,
  { permissions, roles }: RightsLeft,
): Promise<EndedAccess[]> {
  const may = (permission: string) => permissions.includes("*") || permissions.includes(permission);
  const isWithin = (column: string) =>
    may("*") ? transaction`true` : transaction`${transaction(column)} <@ ${permissions as string[]}`;
  return await transaction<EndedAccess[]>`
    with recursive ended as (
      select id from api_keys
      where organization_id = ${organizationId} and created_by = ${holderId}
        and not (${may("keys:manage")} and ${isWithin("permissions")})
      union
      select key.id from api_keys as key join ended on key.created_by = ended.id
      where key.organization_id = ${organizationId}
    ), revoked as (
      delete from api_keys where organization_id = ${organizationId} and id in (select id from ended)
      returning id, permissions, pg_notify(${KEY_REVOKED_CHANNEL}, id), end_holds_of(${organizationId}, array[id])
    ), withdrawn as (
      delete from user_tokens
      where organization_id = ${organizationId} and kind = 'invitation' and (
        created_by in (select id from ended)
        or created_by = ${holderId} and role <> all (${roles as string[]})
      )
      returning id
    ), refused as (
      update device_logins set status = 'denied'
      where organization_id = ${organizationId} and status = 'approved' and (
        approver_id in (select id from ended)
        or approver_id = ${holderId} and not (${may("keys:manage")} and ${isWithin("granted")})
      )
      returning host
    ), forgotten as (
      delete from oauth_tokens
      where organization_id = ${organizationId} and kind = 'code' and used_at is null
        and (allowed_by = ${holderId} or allowed_by in (select id from ended))
    ), closed as (
      select endpoint.id, disable_endpoint(endpoint, 'who created it may no longer')
      from webhook_endpoints as endpoint
      where endpoint.organization_id = ${organizationId} and endpoint.enabled and (
        endpoint.created_by in (select id from ended)
        or endpoint.created_by = ${holderId} and (
          not ${may("webhooks:manage")}
          -- every other form needs messages and contacts
          or not ${may("messages:read")} and (endpoint.format <> 'waypost' or 'message' = any (endpoint.include))
          or not ${may("contacts:read")} and (endpoint.format <> 'waypost' or 'contact' = any (endpoint.include))
        )
      )
    ), taken_back as (
      update pairing_links set expires_at = now()
      where organization_id = ${organizationId} and expires_at > now() and (
        created_by in (select id from ended)
        or created_by = ${holderId} and not ${may("channels:manage")}
      )
      returning id
    )
    select 'key' as kind, id, permissions from revoked
    union all select 'invitation', id, '{}' from withdrawn
    union all select 'terminal', null, '{}' from refused
    union all select 'endpoint', id, '{}' from closed
    union all select 'pairing_link', id, '{}' from taken_back
    order by kind, id`;
}
