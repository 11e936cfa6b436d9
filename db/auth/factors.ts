import type { Queryable } from "../connection/client.ts";

/** A user, by organisation and id. */
export type UserKey = { organization_id: string; id: string };

/** A factor of a user; `secret` is sealed. */
export type FactorRow = {
  organization_id: string;
  id: string;
  user_id: string;
  kind: "totp" | "passkey";
  name: string;
  secret: string | null;
  confirmed_at: Date | null;
  created_at: Date;
  last_used_at: Date | null;
};

/** Stores a factor that its user has not confirmed yet; an earlier one that they never confirmed ends. */
export async function insertFactor(
  sql: Queryable,
  factor: Pick<FactorRow, "organization_id" | "id" | "user_id" | "kind" | "name" | "secret">,
): Promise<void> {
  await sql`
    delete from user_factors
    where organization_id = ${factor.organization_id} and user_id = ${factor.user_id} and confirmed_at is null`;
  await sql`
    insert into user_factors ${sql(factor, "organization_id", "id", "user_id", "kind", "name", "secret")}`;
}

/** The confirmed factors of a user, the oldest first. */
export async function listFactors(sql: Queryable, user: UserKey): Promise<FactorRow[]> {
  return await sql<FactorRow[]>`
    select organization_id, id, user_id, kind, name, secret, confirmed_at, created_at, last_used_at
    from user_factors
    where organization_id = ${user.organization_id} and user_id = ${user.id} and confirmed_at is not null
    order by created_at, id`;
}

/** A factor of a user that they have not confirmed yet; null when there is none. */
export async function findUnconfirmedFactor(
  sql: Queryable,
  user: UserKey,
  id: string,
): Promise<FactorRow | null> {
  const [row] = await sql<FactorRow[]>`
    select organization_id, id, user_id, kind, name, secret, confirmed_at, created_at, last_used_at
    from user_factors
    where organization_id = ${user.organization_id} and user_id = ${user.id} and id = ${id} and confirmed_at is null`;
  return row ?? null;
}

/** Takes a time step of a factor and confirms it; false when this step or a later one was taken. */
export async function takeStep(
  sql: Queryable,
  { organization_id, id }: Pick<FactorRow, "organization_id" | "id">,
  step: number,
): Promise<boolean> {
  const rows = await sql`
    update user_factors
    set last_step = ${step}, last_used_at = now(), confirmed_at = coalesce(confirmed_at, now())
    where organization_id = ${organization_id} and id = ${id} and coalesce(last_step, -1) < ${step}
    returning id`;
  return rows.length > 0;
}

/** Deletes a factor of a user, and with the last one their recovery codes; false when there is none. */
export async function deleteFactor(sql: Queryable, user: UserKey, id: string): Promise<boolean> {
  const rows = await sql`
    delete from user_factors
    where organization_id = ${user.organization_id} and user_id = ${user.id} and id = ${id} returning id`;
  if ((await listFactors(sql, user)).length === 0) await replaceRecoveryCodes(sql, user, []);
  return rows.length > 0;
}

/** Deletes all factors of a user with their recovery codes; how many factors there were. */
export async function deleteFactors(sql: Queryable, user: UserKey): Promise<number> {
  const rows = await sql`
    delete from user_factors
    where organization_id = ${user.organization_id} and user_id = ${user.id} returning id`;
  await replaceRecoveryCodes(sql, user, []);
  return rows.length;
}

/** Gives a user new recovery codes, by their hashes; earlier ones end. */
export async function replaceRecoveryCodes(
  sql: Queryable,
  user: UserKey,
  hashes: readonly Buffer[],
): Promise<void> {
  await sql`
    delete from user_recovery_codes where organization_id = ${user.organization_id} and user_id = ${user.id}`;
  for (const code_hash of hashes)
    await sql`insert into user_recovery_codes ${sql({ organization_id: user.organization_id, user_id: user.id, code_hash })}`;
}

/** Uses a recovery code up; false when it was used or never was. */
export async function takeRecoveryCode(sql: Queryable, user: UserKey, hash: Buffer): Promise<boolean> {
  const rows = await sql`
    delete from user_recovery_codes
    where organization_id = ${user.organization_id} and user_id = ${user.id} and code_hash = ${hash}
    returning user_id`;
  return rows.length > 0;
}

/** How many recovery codes of a user were not used. */
export async function countRecoveryCodes(sql: Queryable, user: UserKey): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from user_recovery_codes
    where organization_id = ${user.organization_id} and user_id = ${user.id}`;
  return row?.count ?? 0;
}
