import { findRights } from "../../../db/auth/access.ts";
import { endUserTokens, insertUserToken, takeUserToken } from "../../../db/auth/user-tokens.ts";
import { findUser, type UserRow } from "../../../db/auth/users.ts";
import { type Queryable, type Transaction, transact } from "../../../db/connection/client.ts";
import { databaseTime } from "../../../db/connection/database-time.ts";
import { type Actor, audit } from "../../auth/audit.ts";
import {
  asActor,
  type LoginDependencies,
  type Opened,
  type Origin,
  openLogin,
  sameLogin,
} from "../../auth/login.ts";
import { noSuchToken } from "../../auth/one-time-token.ts";
import { hashToken, isToken, newToken } from "../../auth/tokens.ts";
import { newId } from "../../lib/ids.ts";

/** How long a login link can be opened. */
export const LIFE_SECONDS = 60;

/** The token of a login link: a secret until it was opened. */
export type LoginLink = { token: string; expires_at: string };

/**
 * Makes a link that logs a user in once, on behalf of the caller; an earlier link of the user ends. What a
 * key asks for ends with the key, the login included.
 */
export async function makeLoginLink(
  sql: Queryable,
  tokenPepper: Uint8Array,
  { organization_id, id: user_id, email }: UserRow,
  who: Actor,
): Promise<LoginLink> {
  const token = newToken("login");
  return await transact(sql, async (transaction) => {
    const expires_at = new Date((await databaseTime(transaction)).getTime() + LIFE_SECONDS * 1000);
    await endUserTokens(transaction, organization_id, user_id, "login");
    await insertUserToken(transaction, {
      ...{ organization_id, id: newId("lnk"), kind: "login", user_id, email, role: null, expires_at },
      created_by: who.actor.id,
      token_hash: hashToken(token, tokenPepper),
    });
    const target = { type: "user", id: user_id };
    await audit(transaction, who, { action: "login_link.created", target, changes: { expires_at } });
    return { token, expires_at: expires_at.toISOString() };
  });
}

/**
 * Logs in whom a link is for, and uses it up; the login that the request comes with is used again if it is theirs.
 * Throws 404 when the link was used, has expired or never was, and 429 after too many of those.
 */
export async function openLoginLink(
  dependencies: LoginDependencies,
  token: string,
  origin: Origin,
): Promise<Opened> {
  const { sql, throttle } = dependencies;
  const attempt = await throttle.token(origin.address);
  const opened = isToken("login", token)
    ? await sql.begin((transaction) => open({ ...dependencies, sql: transaction }, token, origin))
    : null;
  if (opened !== null) return opened;
  await attempt.failed();
  throw noSuchToken("login");
}

type OpenDependencies = Pick<LoginDependencies, "tokenPepper"> & { sql: Transaction };

async function open(dependencies: OpenDependencies, token: string, origin: Origin): Promise<Opened | null> {
  const { sql, tokenPepper } = dependencies;
  const link = await takeUserToken(sql, "login", hashToken(token, tokenPepper));
  if (link === null || link.user_id === null) return null;
  const user = await findUser(sql, link.organization_id, link.user_id);
  if (user === null || user.disabled_at !== null) return null;
  const keyId = link.created_by?.startsWith("key_") ? link.created_by : null;
  const isEnded =
    keyId !== null && (await findRights(sql, link.organization_id, { type: "key", id: keyId })) === null;
  if (isEnded) return null;
  const same = await sameLogin(dependencies, user, origin);
  if (same !== null) return same;
  const changes = { link: link.id, ...(keyId === null ? {} : { key: keyId }) };
  await audit(sql, asActor(user, origin), {
    action: "login.created",
    target: { type: "user", id: user.id },
    changes,
  });
  return { user, ...(await openLogin(sql, tokenPepper, user, origin, { keyId })) };
}
