import type { Queryable } from "../connection/client.ts";
import type { UserKey } from "./factors.ts";

/** A passkey as its signatures are checked. */
export type PasskeyRow = {
  organization_id: string;
  id: string;
  user_id: string;
  credential_id: Buffer;
  public_key: Buffer;
  /** How often it has signed, as a number in text; 0 for those that don't count. */
  sign_count: string;
  transports: string[];
};

/** Stores a passkey, which counts at once; false when it is somebody's already. */
export async function insertPasskey(
  sql: Queryable,
  passkey: PasskeyRow & { name: string },
): Promise<boolean> {
  const row = { ...passkey, kind: "passkey", confirmed_at: new Date() };
  const rows = await sql`
    insert into user_factors
      ${sql(row, "organization_id", "id", "user_id", "kind", "name", "credential_id", "public_key", "sign_count", "transports", "confirmed_at")}
    on conflict do nothing
    returning id`;
  return rows.length > 0;
}

/** The passkey with an id that its authenticator gave it; null when it is nobody's. */
export async function findPasskey(sql: Queryable, credentialId: Buffer): Promise<PasskeyRow | null> {
  const [row] = await sql<PasskeyRow[]>`
    select organization_id, id, user_id, credential_id, public_key, sign_count::text, transports
    from user_factors where credential_id = ${credentialId} and confirmed_at is not null`;
  return row ?? null;
}

/** The passkeys of a user. */
export async function listPasskeys(sql: Queryable, user: UserKey): Promise<PasskeyRow[]> {
  return await sql<PasskeyRow[]>`
    select organization_id, id, user_id, credential_id, public_key, sign_count::text, transports
    from user_factors
    where organization_id = ${user.organization_id} and user_id = ${user.id} and kind = 'passkey'
    order by created_at, id`;
}

/** Notes that a passkey has signed; false when another signature has been counted so far or further meanwhile. */
export async function noteSignature(
  sql: Queryable,
  { organization_id, id }: Pick<PasskeyRow, "organization_id" | "id">,
  signCount: number,
): Promise<boolean> {
  const rows = await sql`
    update user_factors set sign_count = ${signCount}, last_used_at = now()
    where organization_id = ${organization_id} and id = ${id} and (sign_count < ${signCount} or sign_count = 0)
    returning id`;
  return rows.length > 0;
}

/** Uses up a challenge that a user's passkey has signed, by its hash; false when it was used before. */
export async function spendChallenge(
  sql: Queryable,
  { organization_id, id: user_id }: UserKey,
  challenge: { id: string; token_hash: Buffer; expires_at: Date },
): Promise<boolean> {
  const row = { organization_id, user_id, kind: "challenge", email: "", ...challenge };
  const rows = await sql`
    insert into user_tokens ${sql(row, "organization_id", "id", "kind", "token_hash", "user_id", "email", "expires_at")}
    on conflict (token_hash) do nothing
    returning id`;
  return rows.length > 0;
}
