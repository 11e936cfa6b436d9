import { noteNetwork } from "../../db/auth/login-networks.ts";
import { insertLoginSession } from "../../db/auth/login-sessions.ts";
import { findUsersByEmail, mostUsersOfAnAddress, type UserRow } from "../../db/auth/users.ts";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { problem } from "../http/problem.ts";
import { networkOf, type Sender } from "../http/sender.ts";
import { audit } from "./audit.ts";
import { SESSION_DAYS } from "./authenticate.ts";
import type { Passwords, Waiter } from "./password.ts";
import type { Throttle } from "./throttle.ts";
import { hashToken, newToken } from "./tokens.ts";

export type LoginDependencies = {
  sql: Sql;
  passwords: Passwords;
  throttle: Throttle;
  tokenPepper: Uint8Array;
};

/** Where a login comes from. */
export type Origin = Sender & { requestId: string; userAgent: string | null };

/** Credentials of a login. An address may belong to users of several organisations. */
export type Credentials = { email: string; password: string; organizationId: string | null };

/**
 * Logs a user in and returns the user and the login's token. Throws 401 when the address or
 * the password is wrong, without saying which and in the same time, and 429 after too many
 * failures.
 */
export async function login(
  dependencies: LoginDependencies,
  credentials: Credentials,
  origin: Origin,
): Promise<{ user: UserRow; token: string }> {
  const { sql, throttle, tokenPepper } = dependencies;
  const { address } = origin;
  const attempt = await throttle.login(credentials.email, address);
  const user = await whoseLogin(dependencies, credentials, { address, isKnown: attempt.isKnown });
  if (user === null) {
    await attempt.failed();
    throw problem(401, "unauthorized", "invalid email or password");
  }
  await attempt.succeeded();
  const token = await sql.begin(async (transaction) => {
    await audit(transaction, asActor(user, origin), {
      action: "login.created",
      target: { type: "user", id: user.id },
    });
    return await openLogin(transaction, tokenPepper, user, origin);
  });
  return { user, token };
}

/** The user with this password. For every address as many passwords are checked, so that timing reveals nothing. */
async function whoseLogin(
  { sql, passwords }: LoginDependencies,
  { email, password, organizationId }: Credentials,
  waiter: Waiter,
): Promise<UserRow | null> {
  const users = await findUsersByEmail(sql, email, organizationId);
  const tries = organizationId === null ? await mostUsersOfAnAddress(sql) : 1;
  for (let index = 0; index < tries; index++) {
    const user = users[index];
    const isRight = await passwords.verify(password, user?.password_hash ?? null, waiter);
    if (user !== undefined && isRight && user.disabled_at === null) return user;
  }
  return null;
}

/** Opens a login for an authenticated user and returns its token. */
export async function openLogin(
  sql: Queryable,
  tokenPepper: Uint8Array,
  user: Pick<UserRow, "organization_id" | "id">,
  { address, userAgent }: Origin,
): Promise<string> {
  const token = newToken("session");
  await insertLoginSession(sql, {
    organization_id: user.organization_id,
    user_id: user.id,
    token_hash: hashToken(token, tokenPepper),
    address,
    user_agent: userAgent?.slice(0, 256) ?? null,
    expires_at: new Date(Date.now() + SESSION_DAYS * 24 * 3600_000),
  });
  if (address !== null) await noteNetwork(sql, user, networkOf(address));
  return token;
}

/** The user as the audit log's actor, before the request has one. */
export function asActor(user: Pick<UserRow, "organization_id" | "id">, { address, requestId }: Origin) {
  return {
    organizationId: user.organization_id,
    actor: { type: "user", id: user.id } as const,
    address,
    requestId,
  };
}
