import type { Queryable } from "../connection/client.ts";

export type UserTokenRow = {
  organization_id: string;
  id: string;
  kind: "invitation" | "reset" | "login" | "factor";
  user_id: string | null;
  email: string;
  role: string | null;
  created_by: string | null;
  created_at: Date;
  expires_at: Date;
};

export async function insertUserToken(
  sql: Queryable,
  token: Omit<UserTokenRow, "created_at"> & { token_hash: Uint8Array },
): Promise<UserTokenRow> {
  const [row] = await sql<UserTokenRow[]>`
    insert into user_tokens ${sql(token, "organization_id", "id", "kind", "user_id", "email", "role", "created_by", "expires_at", "token_hash")}
    returning organization_id, id, kind, user_id, email, role, created_by, created_at, expires_at`;
  if (row === undefined) throw new Error("the token was not stored");
  return row;
}

/** Ends the tokens of a kind that a user was given before. */
export async function endUserTokens(
  sql: Queryable,
  organizationId: string,
  userId: string,
  kind: UserTokenRow["kind"],
): Promise<void> {
  await sql`
    delete from user_tokens where organization_id = ${organizationId} and user_id = ${userId} and kind = ${kind}`;
}

/** A token that is good; null when it was used, has expired or never was. */
export async function findUserToken(
  sql: Queryable,
  kind: UserTokenRow["kind"],
  tokenHash: Uint8Array,
): Promise<UserTokenRow | null> {
  const [row] = await sql<UserTokenRow[]>`
    select organization_id, id, kind, user_id, email, role, created_by, created_at, expires_at
    from user_tokens where token_hash = ${tokenHash} and kind = ${kind} and expires_at > now()`;
  return row ?? null;
}

/** Uses a token up: the row, or null when it was used, has expired or never was. */
export async function takeUserToken(
  sql: Queryable,
  kind: UserTokenRow["kind"],
  tokenHash: Uint8Array,
): Promise<UserTokenRow | null> {
  const [row] = await sql<UserTokenRow[]>`
    delete from user_tokens where token_hash = ${tokenHash} and kind = ${kind} and expires_at > now()
    returning organization_id, id, kind, user_id, email, role, created_by, created_at, expires_at`;
  return row ?? null;
}

/** Invitations of an organisation that can still be accepted, newest first, older than `before`. */
export async function listInvitations(
  sql: Queryable,
  organizationId: string,
  before: string | null,
  limit: number,
): Promise<UserTokenRow[]> {
  return await sql<UserTokenRow[]>`
    select organization_id, id, kind, user_id, email, role, created_by, created_at, expires_at
    from user_tokens
    where organization_id = ${organizationId} and kind = 'invitation' and expires_at > now()
      and (${before}::text is null or id < ${before})
    order by id desc limit ${limit}`;
}

/** Withdraws an invitation; false when there is none. */
export async function deleteInvitation(sql: Queryable, organizationId: string, id: string): Promise<boolean> {
  const rows = await sql`
    delete from user_tokens
    where organization_id = ${organizationId} and id = ${id} and kind = 'invitation' returning id`;
  return rows.length > 0;
}
