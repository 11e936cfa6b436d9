import { notePlaces } from "../../db/auth/known-places.ts";
import { insertLoginSession, touchLoginSessions } from "../../db/auth/login-sessions.ts";
import { findUsersByEmail, mostUsersOfAnAddress, type UserRow } from "../../db/auth/users.ts";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import { networkOf, type Sender } from "../http/sender.ts";
import { beginningOf } from "../lib/characters.ts";
import { audit } from "./audit.ts";
import { SESSION_DAYS } from "./authenticate.ts";
import { setCookie } from "./cookie.ts";
import { beginPending, hasFactors, type PendingLogin } from "./factors/pending-login.ts";
import { type Passwords, withPasswords, wrongPassword } from "./password.ts";
import type { Throttle } from "./throttle.ts";
import { deviceName, hashToken, newToken, placeOf } from "./tokens.ts";

export type LoginDependencies = {
  sql: Sql;
  passwords: Passwords;
  throttle: Throttle;
  tokenPepper: Uint8Array;
};

/** Where a login comes from; `session` and `device` are the tokens that it brought of an earlier one. */
export type Origin = Sender & {
  requestId: string;
  userAgent: string | null;
  session: string | null;
  device: string | null;
};

const DAY_SECONDS = 24 * 3600;
/** As long as a network that nobody logs in from is known. */
const DEVICE_DAYS = 90;

/** Credentials of a login. An address may belong to users of several organisations. */
export type Credentials = { email: string; password: string; organizationId: string | null };

/** A login that was opened: the user, its token, and the token of the device it was opened on. */
export type Opened = { user: UserRow; token: string; device: string };

/**
 * Logs a user in, or begins to: who has a second factor proves it next. The login that the request comes with is used
 * again if it is the same user's. Throws 401 when the address or the password is wrong, without saying which and in the same time, and 429 after too many logins.
 */
export async function login(
  dependencies: LoginDependencies,
  credentials: Credentials,
  origin: Origin,
): Promise<Opened | PendingLogin> {
  const { sql, tokenPepper } = dependencies;
  const [user] = await usersWith(dependencies, credentials, origin);
  const same = await sameLogin(dependencies, user, origin);
  if (same !== null) return same;
  if (await hasFactors(sql, user)) return await beginPending(sql, tokenPepper, user);
  return await sql.begin(async (transaction) => {
    await audit(transaction, asActor(user, origin), {
      action: "login.created",
      target: { type: "user", id: user.id },
    });
    return { user, ...(await openLogin(transaction, tokenPepper, user, origin)) };
  });
}

/** The login that the request comes with, if it is this user's; null if not. */
export async function sameLogin(
  { sql, tokenPepper }: Pick<LoginDependencies, "tokenPepper"> & { sql: Queryable },
  user: UserRow,
  origin: Origin,
): Promise<Opened | null> {
  const token = origin.session;
  if (token === null) return null;
  const [found] = await touchLoginSessions(sql, [hashToken(token, tokenPepper)], SESSION_DAYS);
  if (found?.id !== user.id || found.organization_id !== user.organization_id) return null;
  return { user, token, device: await notePlace(sql, tokenPepper, user, origin) };
}

/**
 * The user with this password, or all of them with `all`, of an address that is a user of several organisations. For
 * every address as many passwords are checked, so that timing reveals nothing. Throws 401 when the address or the
 * password is wrong, and 429 after too many.
 */
export async function usersWith(
  { sql, passwords, throttle, tokenPepper }: LoginDependencies,
  { email, password, organizationId }: Credentials,
  from: Pick<Origin, "address" | "device">,
  all = false,
): Promise<[UserRow, ...UserRow[]]> {
  const users = await withPasswords(sql, await findUsersByEmail(sql, email, organizationId));
  const attempt = await throttle.login({ email, users }, placeOf(from, tokenPepper));
  const waiter = { address: from.address, account: email.trim().toLowerCase(), isKnown: attempt.isKnown };
  const tries = organizationId === null ? await mostUsersOfAnAddress(sql) : 1;
  const [right, wrong]: [UserRow[], UserRow[]] = [[], []];
  for (let index = 0; index < tries && (all || right.length === 0); index++) {
    const user = users[index];
    const mayTry = user !== undefined && attempt.mayTry(user);
    const isRight = await passwords.verify(password, mayTry ? user.password_hash : null, waiter);
    if (mayTry) (isRight && user.disabled_at === null ? right : wrong).push(user);
  }
  const [first, ...others] = right;
  if (first === undefined)
    throw (await attempt.failed()) ?? (await wrongPassword(sql, email, organizationId));
  await attempt.succeeded(first, wrong);
  return [first, ...others];
}

/**
 * Opens a login for an authenticated user and returns its token, and that of the device. It ends with the key, if given;
 * `factor` is what they proved themselves by beside the password.
 */
export async function openLogin(
  sql: Queryable,
  tokenPepper: Uint8Array,
  user: Pick<UserRow, "organization_id" | "id">,
  origin: Origin,
  { keyId = null, factor = null }: { keyId?: string | null; factor?: string | null } = {},
): Promise<Omit<Opened, "user">> {
  const token = newToken("session");
  await insertLoginSession(sql, {
    id: Bun.randomUUIDv7(),
    organization_id: user.organization_id,
    user_id: user.id,
    token_hash: hashToken(token, tokenPepper),
    address: origin.address,
    user_agent: origin.userAgent == null ? null : beginningOf(origin.userAgent, 256),
    expires_at: new Date(Date.now() + SESSION_DAYS * 24 * 3600_000),
    key_id: keyId,
    factor,
  });
  return { token, device: await notePlace(sql, tokenPepper, user, origin) };
}

/** Notes where a user has logged in. Returns the token of the device, a new one if it had none. */
async function notePlace(
  sql: Queryable,
  tokenPepper: Uint8Array,
  user: Pick<UserRow, "organization_id" | "id">,
  origin: Pick<Origin, "address" | "device">,
): Promise<string> {
  const device = origin.device ?? newToken("device");
  const networks = origin.address === null ? [] : [networkOf(origin.address)];
  await notePlaces(sql, user, [...networks, deviceName(device, tokenPepper)]);
  return device;
}

/** The cookies of a login that was opened. */
export function cookiesOf({ token, device }: Omit<Opened, "user">, { isSecure }: Origin): string[] {
  return [
    setCookie("session", token, SESSION_DAYS * DAY_SECONDS, isSecure),
    setCookie("device", device, DEVICE_DAYS * DAY_SECONDS, isSecure),
  ];
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
