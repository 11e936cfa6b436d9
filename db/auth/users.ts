import type { Queryable } from "../connection/client.ts";

export type UserRow = {
  organization_id: string;
  id: string;
  email: string;
  name: string;
  role: string;
  email_verified: boolean;
  timezone: string;
  week_start: string;
  disabled_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** As many users with one address are tried when somebody logs in without an organisation. */
const MOST_TRIED = 10;

/**
 * The users with this address, of one organisation or of all, the oldest first,
 * with the hashes of their passwords; addresses are the same in any case.
 */
export async function findUsersByEmail(
  sql: Queryable,
  email: string,
  organizationId: string | null = null,
): Promise<(UserRow & { password_hash: string })[]> {
  return await sql<(UserRow & { password_hash: string })[]>`
    select organization_id, id, email, name, role, email_verified, timezone, week_start,
      disabled_at, created_at, updated_at, password_hash
    from users
    where lower(email) = lower(${email}) and (${organizationId}::text is null or organization_id = ${organizationId})
    order by created_at, id limit ${MOST_TRIED}`;
}

/** The most organisations in which any one address is a user. */
export async function mostUsersOfAnAddress(sql: Queryable): Promise<number> {
  const [row] = await sql<{ most: number }[]>`
    select least(${MOST_TRIED}, coalesce(max(users), 1))::int as most
    from (select count(*) as users from users group by lower(email)) as addresses`;
  return row?.most ?? 1;
}

/** A user of an organisation with the hash of the password, or null. */
export async function findUser(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<(UserRow & { password_hash: string }) | null> {
  const [row] = await sql<(UserRow & { password_hash: string })[]>`
    select organization_id, id, email, name, role, email_verified, timezone, week_start,
      disabled_at, created_at, updated_at, password_hash
    from users where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Those of some ids that no user of the organisation has. */
export async function missingUsers(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select given.id from unnest(${ids as string[]}::uuid[]) as given (id)
    where not exists (
      select from users as known where known.organization_id = ${organizationId} and known.id = given.id
    )`;
  return rows.map(({ id }) => id);
}

/** Users of an organisation, newest first, made before `before`. Ids are time-ordered. */
export async function listUsers(
  sql: Queryable,
  organizationId: string,
  before: string | null,
  limit: number,
): Promise<UserRow[]> {
  return await sql<UserRow[]>`
    select organization_id, id, email, name, role, email_verified, timezone, week_start,
      disabled_at, created_at, updated_at
    from users
    where organization_id = ${organizationId} and (${before}::uuid is null or id < ${before}::uuid)
    order by id desc limit ${limit}`;
}

/** The users of every organisation, for the daemon's own command line. */
export async function listAllUsers(sql: Queryable): Promise<(UserRow & { organization: string })[]> {
  return await sql<(UserRow & { organization: string })[]>`
    select users.organization_id, organizations.name as organization, id, email, users.name, role, email_verified,
      timezone, week_start, disabled_at, users.created_at, updated_at
    from users join organizations on organizations.organization_id = users.organization_id
    order by users.organization_id, users.email`;
}

export type NewUser = Pick<UserRow, "organization_id" | "id" | "email" | "name" | "role"> & {
  password_hash: string;
};

/** Makes a user; null when the organisation has one with the address. */
export async function insertUser(sql: Queryable, user: NewUser): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    insert into users ${sql(user, "organization_id", "id", "email", "name", "role", "password_hash")}
    on conflict do nothing
    returning organization_id, id, email, name, role, email_verified, timezone, week_start,
      disabled_at, created_at, updated_at`;
  return row ?? null;
}

export type UserChanges = Partial<Pick<UserRow, "name" | "role" | "timezone" | "week_start" | "disabled_at">>;

/** Changes a user; null when there is none. */
export async function updateUser(
  sql: Queryable,
  organizationId: string,
  id: string,
  changes: UserChanges,
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    update users set ${sql({ ...changes, updated_at: new Date() })}
    where organization_id = ${organizationId} and id = ${id}
    returning organization_id, id, email, name, role, email_verified, timezone, week_start,
      disabled_at, created_at, updated_at`;
  return row ?? null;
}

/** Sets a user's password; logins that wait for a second factor after the one before end. */
export async function setPassword(
  sql: Queryable,
  organizationId: string,
  id: string,
  passwordHash: string,
): Promise<void> {
  await sql`
    with ended as (
      delete from user_tokens where organization_id = ${organizationId} and user_id = ${id} and kind = 'factor'
    )
    update users set password_hash = ${passwordHash}, updated_at = now()
    where organization_id = ${organizationId} and id = ${id}`;
}

/** Deletes a user with their logins, their places in teams and everything else known of them; false when there is none. */
export async function deleteUser(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`
    with ended as (
      delete from login_sessions where organization_id = ${organizationId} and user_id = ${id}
    ), forgotten as (
      delete from login_networks where organization_id = ${organizationId} and user_id = ${id}
    ), resets as (
      delete from user_tokens where organization_id = ${organizationId} and user_id = ${id}
    ), factors as (
      delete from user_factors where organization_id = ${organizationId} and user_id = ${id}
    ), recovery_codes as (
      delete from user_recovery_codes where organization_id = ${organizationId} and user_id = ${id}
    ), left_teams as (
      update teams set member_ids = array_remove(member_ids, ${id}::uuid), updated_at = now()
      where organization_id = ${organizationId} and ${id}::uuid = any (member_ids)
    )
    delete from users where organization_id = ${organizationId} and id = ${id} returning id`;
  return rows.length > 0;
}

/**
 * Counts the users who could still manage the organisation without this one, and locks them,
 * so that concurrent changes wait for each other.
 */
export async function countOtherOwners(sql: Queryable, organizationId: string, id: string): Promise<number> {
  const rows = await sql`
    select id from users
    where organization_id = ${organizationId} and role = 'owner' and disabled_at is null
    order by id for update`;
  return rows.filter((row) => row.id !== id).length;
}

/** Whom a key that may do everything stands for: the user who created it, otherwise the oldest owner. Null for neither. */
export async function findUserOfKey(
  sql: Queryable,
  organizationId: string,
  keyId: string | null,
): Promise<UserRow | null> {
  const [row] = await sql<UserRow[]>`
    select organization_id, id, email, name, role, email_verified, timezone, week_start,
      disabled_at, created_at, updated_at
    from users
    cross join lateral (
      select id::text is not distinct from (
        select created_by from api_keys as key where key.organization_id = ${organizationId} and key.id = ${keyId}
      ) as is_creator
    ) as whose
    where organization_id = ${organizationId} and disabled_at is null and (is_creator or role = 'owner')
    order by is_creator desc, created_at, id limit 1`;
  return row ?? null;
}
