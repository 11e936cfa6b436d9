import type { Queryable, Transaction } from "../connection/client.ts";
import { KEY_REVOKED_CHANNEL, type KeyAgent } from "./api-keys.ts";

/** What somebody allowed a program, and with what it has to come for it. */
export type Consent = {
  allowed_by: { type: "key" | "user"; id: string };
  /** Null of a device code, which goes nowhere else. */
  redirect_uri: string | null;
  /** The hash of what the program has to know (RFC 7636, S256); null of a device code, which it alone knows. */
  challenge: string | null;
  name: string;
  permissions: string[];
  channel_ids: string[] | null;
  agent: KeyAgent;
};

/** A code or refresh token of a program, as it was before it came. */
export type OauthToken = {
  organization_id: string;
  client_id: string;
  /** The key that it is for; null of a code that was not used yet. */
  key_id: string | null;
  /** Null of refresh tokens. */
  consent: Consent | null;
  is_used: boolean;
  is_expired: boolean;
};

type NewToken = { token_hash: Uint8Array; organization_id: string; client_id: string; seconds: number };

/** Stores a code. */
export async function insertCode(sql: Queryable, token: NewToken, consent: Consent): Promise<void> {
  const { token_hash, organization_id, client_id, seconds } = token;
  await sql`
    insert into oauth_tokens (token_hash, kind, organization_id, client_id, allowed_by, consent, expires_at)
    values (${token_hash}, 'code', ${organization_id}, ${client_id}, ${consent.allowed_by.id}, ${sql.json(consent)},
      now() + make_interval(secs => ${seconds}))`;
}

/** Stores a refresh token of a key. */
export async function insertRefreshToken(sql: Queryable, token: NewToken, keyId: string): Promise<void> {
  const { token_hash, organization_id, client_id, seconds } = token;
  await sql`
    insert into oauth_tokens (token_hash, kind, organization_id, client_id, key_id, expires_at)
    values (${token_hash}, 'refresh', ${organization_id}, ${client_id}, ${keyId}, now() + make_interval(secs => ${seconds}))`;
}

/** Uses a code or refresh token; null when there is none. Of two who come at once, the second finds it used. */
export async function takeOauthToken(
  transaction: Transaction,
  kind: "code" | "refresh",
  hash: Uint8Array,
): Promise<OauthToken | null> {
  const [row] = await transaction<OauthToken[]>`
    select organization_id, client_id, key_id, consent, used_at is not null as is_used, expires_at <= now() as is_expired
    from oauth_tokens where token_hash = ${hash} and kind = ${kind} for update`;
  await transaction`update oauth_tokens set used_at = coalesce(used_at, now()) where token_hash = ${hash}`;
  return row ?? null;
}

/** Notes which key a code made. */
export async function bindCode(transaction: Transaction, hash: Uint8Array, keyId: string): Promise<void> {
  await transaction`update oauth_tokens set key_id = ${keyId} where token_hash = ${hash}`;
}

/** The key of a refresh token or of a secret that a program got by OAuth; null when it is neither. */
export async function findOauthKey(
  sql: Queryable,
  refreshHash: Uint8Array,
  secretHash: Uint8Array,
): Promise<{ organization_id: string; key_id: string } | null> {
  const [row] = await sql<{ organization_id: string; key_id: string }[]>`
    select organization_id, key_id from oauth_tokens where token_hash = ${refreshHash} and kind = 'refresh'
    union all
    select organization_id, id from api_keys where hash = ${secretHash} and secret_expires_at is not null`;
  return row ?? null;
}

/** Forgets codes and refresh tokens that are of no use any more, and the keys of programs that did not come back. */
export async function forgetOauthTokens(sql: Queryable): Promise<void> {
  await sql`delete from oauth_tokens where expires_at < now() - interval '24 hours'`;
  await sql`
    with ended as (
      delete from api_keys as key
      where secret_expires_at < now() and not exists (
        select from oauth_tokens as token
        where token.organization_id = key.organization_id and token.key_id = key.id and token.used_at is null
          and token.expires_at > now()
      )
      returning organization_id, id
    )
    select pg_notify(${KEY_REVOKED_CHANNEL}, id), end_holds_of(organization_id, array[id]) from ended`;
}
