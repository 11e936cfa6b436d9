import { rotateKey } from "../../db/auth/api-keys.ts";
import {
  bindCode,
  type Consent,
  insertRefreshToken,
  type OauthToken,
  takeOauthToken,
} from "../../db/auth/oauth-tokens.ts";
import type { Sql, Transaction } from "../../db/connection/client.ts";
import { databaseTime } from "../../db/connection/database-time.ts";
import type { Authenticator } from "../auth/authenticate.ts";
import { createKey, secretOf } from "../auth/create-key.ts";
import { revokeKey } from "../auth/given-access.ts";
import { newKey } from "../auth/key.ts";
import type { Throttle } from "../auth/throttle.ts";
import { hashToken, newToken } from "../auth/tokens.ts";
import { refused } from "../device-login/refusals.ts";
import type { From } from "../http/caller.ts";
import { Problem } from "../http/problem.ts";

export type FetchDependencies = {
  sql: Sql;
  pepper: Uint8Array;
  tokenPepper: Uint8Array;
  throttle: Throttle;
  authenticator: Pick<Authenticator, "forget">;
  /** Which new keys carry. */
  cell?: string | undefined;
};

/** How long a secret works, and for how long the next one can be fetched. */
const SECRET_SECONDS = 3600;
const REFRESH_SECONDS = 30 * 24 * 3600;
/** What was sent with the secret before may still be on its way. */
const OVERLAP_SECONDS = 60;

/** What a program brings: a code or refresh token, and for a code what only the program knows. */
export type Brought = {
  kind: "code" | "refresh";
  token: string;
  clientId: string;
  verifier?: string | undefined;
  redirectUri?: string | undefined;
};

type Fetched = { secret: string; refreshToken: string; keyId: string; permissions: readonly string[] };
type Key = { id: string; permissions: readonly string[] };

/**
 * The next secret of a program's key, which a code makes first. Throws `invalid_grant` for a token that is not good; one
 * that was used before ends the key, since one of the two who brought it is a thief (OAuth 2.1, 4.1.3 and 4.3.1).
 */
export async function fetchKey(dependencies: FetchDependencies, brought: Brought, from: From) {
  const { sql, tokenPepper, throttle, authenticator } = dependencies;
  const attempt = await throttle.token(from.address);
  const hash = hashToken(brought.token, tokenPepper);
  const fetched = await sql
    .begin(async (transaction) => {
      const token = await takeOauthToken(transaction, brought.kind, hash);
      if (token === null) return "unknown";
      if (token.is_used) return await endStolen(transaction, token, brought.kind, from);
      // kept as used, since a wrong try is the only one
      if (token.is_expired || !isTheirs(token, brought)) return "refused";
      return await nextSecret(dependencies, transaction, { token, hash }, from);
    })
    .catch(asRefusal);
  if (fetched === "unknown") await attempt.failed();
  if (typeof fetched === "object") authenticator.forget(fetched.keyId);
  // of what ended, also on this daemon, and at once
  if (fetched === "ended") authenticator.forget();
  if (typeof fetched === "string") throw refused("invalid_grant", NOT_GOOD);
  return {
    access_token: fetched.secret,
    token_type: "Bearer",
    expires_in: SECRET_SECONDS,
    refresh_token: fetched.refreshToken,
    scope: fetched.permissions.join(" "),
  };
}

const NOT_GOOD = "the code or refresh token was used, has expired, never existed or is not this program's";

function isTheirs(
  { client_id, consent }: OauthToken,
  { clientId, verifier = "", redirectUri }: Brought,
): boolean {
  if (client_id !== clientId) return false;
  if (consent === null) return true;
  // a device code is known to its program alone
  if (consent.challenge === null) return true;
  const known = new Bun.CryptoHasher("sha256").update(verifier).digest("base64url");
  return known === consent.challenge && (redirectUri ?? consent.redirect_uri) === consent.redirect_uri;
}

/** Ends the key of a code or refresh token that came twice. */
async function endStolen(
  transaction: Transaction,
  { organization_id, key_id }: OauthToken,
  kind: Brought["kind"],
  { address, requestId }: From,
): Promise<"ended" | "refused"> {
  if (key_id === null) return "refused";
  const actor = { type: "key", id: key_id } as const;
  const why = { used_twice: kind === "code" ? "code" : "refresh_token" };
  await revokeKey(transaction, { organizationId: organization_id, actor, address, requestId }, key_id, {
    why,
  });
  return "ended";
}

async function nextSecret(
  { pepper, tokenPepper, cell }: FetchDependencies,
  transaction: Transaction,
  { token, hash }: { token: OauthToken; hash: Uint8Array },
  from: From,
): Promise<Fetched | "refused"> {
  const secret = newKey(cell);
  const endsAt = new Date((await databaseTime(transaction)).getTime() + SECRET_SECONDS * 1000);
  const stored = { ...secretOf(secret, pepper), secret_expires_at: endsAt };
  const { organization_id, client_id, consent, key_id } = token;
  const key: Key | null =
    consent === null
      ? await rotateKey(transaction, { organization_id, id: key_id ?? "" }, stored, {
          overlapSeconds: OVERLAP_SECONDS,
          // nobody else knows it
          by: key_id ?? "",
        })
      : await make(transaction, token, consent, stored, from);
  if (key === null) return "refused";
  if (consent !== null) await bindCode(transaction, hash, key.id);
  const refreshToken = newToken("refresh");
  const next = { token_hash: hashToken(refreshToken, tokenPepper), organization_id, client_id };
  await insertRefreshToken(transaction, { ...next, seconds: REFRESH_SECONDS }, key.id);
  return { secret, refreshToken, keyId: key.id, permissions: key.permissions };
}

/** Makes the key in the name of who allowed it. Throws 401, 403 and 409 when they may not any more. */
async function make(
  transaction: Transaction,
  { organization_id }: OauthToken,
  { allowed_by, name, permissions, channel_ids, agent }: Consent,
  secret: Parameters<typeof createKey>[3],
  { address, requestId }: From,
): Promise<Key> {
  const who = {
    organizationId: organization_id,
    actor: allowed_by,
    permissions,
    channelIds: channel_ids,
    agent: null,
    ...{ address, requestId },
  };
  return await createKey(
    transaction,
    who,
    { name, permissions, channelIds: channel_ids, agent, expiresAt: null },
    secret,
  );
}

/** What the API refuses, in the form that a program of OAuth knows. */
function asRefusal(cause: unknown): never {
  if (cause instanceof Problem && cause.status < 500) throw refused("invalid_grant", cause.detail);
  throw cause;
}
