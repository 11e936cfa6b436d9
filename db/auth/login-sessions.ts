import type { Queryable } from "../connection/client.ts";
import type { UserRow } from "./users.ts";

export type NewLoginSession = {
  id: string;
  organization_id: string;
  user_id: string;
  token_hash: Uint8Array;
  address: string | null;
  user_agent: string | null;
  expires_at: Date;
  /** The key that opened it: it ends with that. */
  key_id: string | null;
  /** By which it was opened beside the password, if by any. */
  factor: string | null;
};

export async function insertLoginSession(sql: Queryable, session: NewLoginSession): Promise<void> {
  await sql`
    insert into login_sessions
      ${sql(session, "id", "organization_id", "user_id", "token_hash", "address", "user_agent", "expires_at", "key_id", "factor")}`;
}

/** The user of a login. */
export type LoggedIn = UserRow & { proved_at: Date; needs_factor: boolean };

/**
 * For each hash of a token its user, with when they last proved who they are and whether they first
 * have to set up a second factor that the organisation requires, or null when it has expired, the key that opened it has ended or the user was
 * disabled. Using a token extends it to `idleDays` from now, written at most once a minute.
 */
export async function touchLoginSessions(
  sql: Queryable,
  tokenHashes: readonly Uint8Array[],
  idleDays: number,
): Promise<(LoggedIn | null)[]> {
  const hashes = tokenHashes.map((hash) => Buffer.from(hash).toString("hex"));
  const rows = await sql<(LoggedIn & { place: number })[]>`
    with found as (
      select asked.place, session.organization_id, session.user_id, session.token_hash, session.proved_at
      from unnest(${hashes}::text[]) with ordinality as asked (hash, place)
      cross join lateral (
        select * from login_sessions as known where known.token_hash = decode(asked.hash, 'hex') limit 1
      ) as session
      where session.expires_at > now() and ${isOfLivingKey(sql)}
    ), used as (
      update login_sessions as session
      set last_used_at = now(), expires_at = now() + make_interval(hours => ${idleDays * 24})
      from (
        select known.token_hash from login_sessions as known join found using (organization_id, token_hash)
        where known.last_used_at < now() - interval '1 minute'
        -- of two that extend the same ones, each in its own order, the second leaves them
        for update of known skip locked
      ) as stale
      where session.token_hash = stale.token_hash
    )
    select found.place::integer as place, users.organization_id, id, email, users.name, role, email_verified, timezone,
      week_start, disabled_at, users.created_at, users.updated_at, found.proved_at,
      users.role = any (organization.two_factors) and not exists (
        select from user_factors as factor
        where factor.organization_id = users.organization_id and factor.user_id = users.id
          and factor.confirmed_at is not null
      ) and not exists (
        -- a login provider asks for second factors itself
        select from provider_logins as opened
        where opened.organization_id = found.organization_id and opened.token_hash = found.token_hash
      ) as needs_factor
    from found join organizations as organization on organization.organization_id = found.organization_id
    join users on users.organization_id = found.organization_id and users.id = found.user_id
    where users.disabled_at is null`;
  const users = new Map(rows.map(({ place, ...user }) => [place, user]));
  return tokenHashes.map((_, index) => users.get(index + 1) ?? null);
}

/** A login by a key's link ends when the key is revoked, or expires. */
export function isOfLivingKey(sql: Queryable) {
  return sql`(session.key_id is null or exists (
    select from api_keys as key
    where key.organization_id = session.organization_id and key.id = session.key_id
      and (key.expires_at is null or key.expires_at > now())
  ))`;
}

export async function deleteLoginSession(sql: Queryable, tokenHash: Uint8Array): Promise<void> {
  await sql`delete from login_sessions where token_hash = ${tokenHash}`;
}

/** Notes that the user of a login has proved just now who they are. */
export async function noteProof(sql: Queryable, tokenHash: Uint8Array): Promise<void> {
  await sql`update login_sessions set proved_at = now() where token_hash = ${tokenHash}`;
}

/** Ends every login of a user but the one whose token has the hash `except`. */
export async function endLoginSessions(
  sql: Queryable,
  organizationId: string,
  userId: string,
  except: Uint8Array | null = null,
): Promise<void> {
  await sql`
    delete from login_sessions
    where organization_id = ${organizationId} and user_id = ${userId}
      and (${except}::bytea is null or token_hash <> ${except})`;
}

/** Deletes expired logins, tokens and failures. */
export async function forgetExpiredLogins(sql: Queryable): Promise<void> {
  await sql`delete from login_sessions where expires_at < now()`;
  await sql`delete from user_tokens where expires_at < now() - interval '720 hours'`;
  await sql`delete from login_networks where last_login_at < now() - interval '2160 hours'`;
  await sql`delete from login_failures where failed_at < now() - interval '24 hours'`;
}

export type LoginSessionRow = {
  id: string;
  address: string | null;
  user_agent: string | null;
  created_at: Date;
  last_used_at: Date;
  expires_at: Date;
  factor: string | null;
  is_current: boolean;
};

/** The logins of a user that work, the newest first, opened before `before`; `current` is the hash of the caller's own token. */
export async function listLoginSessions(
  sql: Queryable,
  { organization_id, id }: Pick<UserRow, "organization_id" | "id">,
  current: Uint8Array | null,
  before: string | null,
  limit: number,
): Promise<LoginSessionRow[]> {
  return await sql<LoginSessionRow[]>`
    select id, address, user_agent, created_at, last_used_at, expires_at, factor,
      token_hash is not distinct from ${current} as is_current
    from login_sessions as session
    where organization_id = ${organization_id} and user_id = ${id} and expires_at > now() and ${isOfLivingKey(sql)}
      and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}`;
}

/** Ends one login of a user; false when there is none. */
export async function endLoginSession(
  sql: Queryable,
  { organization_id, id }: Pick<UserRow, "organization_id" | "id">,
  sessionId: string,
): Promise<boolean> {
  const rows = await sql`
    delete from login_sessions
    where organization_id = ${organization_id} and user_id = ${id} and id = ${sessionId} and expires_at > now()
    returning id`;
  return rows.length > 0;
}
