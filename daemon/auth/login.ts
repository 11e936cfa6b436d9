import type { Queryable, Sql } from "../../db/client.ts";
import { insertLoginSession } from "../../db/login-sessions.ts";
import { findUserByEmail, type UserRow } from "../../db/users.ts";
import { problem } from "../http/problem.ts";
import type { Sender } from "../http/sender.ts";
import { audit } from "./audit.ts";
import { SESSION_DAYS } from "./authenticate.ts";
import type { Passwords } from "./password.ts";
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

/**
 * Logs a user in; answers with the user and the token of the login. Throws 401
 * when address or password are wrong, without saying which and in the same time,
 * and 429 when there were too many wrong ones.
 */
export async function login(
  { sql, passwords, throttle, tokenPepper }: LoginDependencies,
  { email, password }: { email: string; password: string },
  origin: Origin,
): Promise<{ user: UserRow; token: string }> {
  await throttle.check(email, origin.address);
  const user = await findUserByEmail(sql, email);
  const isRight = await passwords.verify(password, user?.password_hash ?? null, origin.address);
  if (user === null || !isRight || user.disabled_at !== null) {
    await throttle.failed(email, origin.address);
    throw problem(401, "unauthorized", "invalid email or password");
  }
  await throttle.succeeded(email, origin.address);
  const token = await sql.begin(async (transaction) => {
    await audit(transaction, asActor(user, origin), {
      action: "login.created",
      target: { type: "user", id: user.id },
    });
    return await openLogin(transaction, tokenPepper, user, origin);
  });
  return { user, token };
}

/** Opens a login for a user who has shown who they are; answers with its token. */
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
  return token;
}

/** A user as the audit log names one who is about to be known. */
export function asActor(user: Pick<UserRow, "organization_id" | "id">, { address, requestId }: Origin) {
  return {
    organizationId: user.organization_id,
    actor: { type: "user", id: user.id } as const,
    address,
    requestId,
  };
}
