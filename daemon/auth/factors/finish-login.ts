import { findUserToken, takeUserToken } from "../../../db/auth/user-tokens.ts";
import { findUser } from "../../../db/auth/users.ts";
import { Problem, problem } from "../../http/problem.ts";
import { audit } from "../audit.ts";
import { asActor, type LoginDependencies, type Opened, type Origin, openLogin } from "../login.ts";
import { refuseWithoutPasswords } from "../password.ts";
import { hashToken } from "../tokens.ts";
import type { PendingLogin } from "./pending-login.ts";
import { type Proof, type ProofDependencies, proveByCode, WRONG_CODE } from "./prove.ts";

export type FinishDependencies = LoginDependencies & ProofDependencies;

export const NOTHING_PENDING = {
  description:
    "No login waits for a second factor: it took too long, was finished, or the password has changed",
  code: "no_pending_login",
  detail: "no login waits for a second factor here; log in with the password again",
};

/**
 * Opens the login that waits for a second factor, once. Throws 401 when none waits, 403 `wrong_code`, and 429 after too
 * many codes.
 */
export async function finishLogin(
  dependencies: FinishDependencies,
  { pending }: PendingLogin,
  code: string,
  origin: Origin,
): Promise<Opened> {
  const { sql, tokenPepper } = dependencies;
  const user = await waitingUser(dependencies, pending, origin);
  const factor = await proveByCode(dependencies, user, code, origin).catch(async (cause: unknown) => {
    // one that comes too soon is not looked at, and must not fill the log
    if (!(cause instanceof Problem) || cause.code !== WRONG_CODE.code) throw cause;
    await audit(sql, asActor(user, origin), {
      action: "login.factor_refused",
      target: { type: "user", id: user.id },
    });
    throw cause;
  });
  return await sql.begin(async (transaction) => {
    if ((await takeUserToken(transaction, "factor", hashToken(pending, tokenPepper))) === null)
      throw nothingPending();
    await refuseWithoutPasswords(transaction, user.organization_id);
    await audit(transaction, asActor(user, origin), {
      action: "login.created",
      target: { type: "user", id: user.id },
      changes: { factor } satisfies { factor: Proof },
    });
    return { user, ...(await openLogin(transaction, tokenPepper, user, origin, { factor })) };
  });
}

/** Whose login waits. They may have been removed or disabled since. */
async function waitingUser({ sql, throttle, tokenPepper }: LoginDependencies, token: string, origin: Origin) {
  const attempt = await throttle.token(origin.address);
  const found = await findUserToken(sql, "factor", hashToken(token, tokenPepper));
  const user = found?.user_id == null ? null : await findUser(sql, found.organization_id, found.user_id);
  if (user !== null && user.disabled_at === null) return user;
  await attempt.failed();
  throw nothingPending();
}

/** The refusal of a second factor that no login waits for. */
export function nothingPending() {
  return problem(401, NOTHING_PENDING.code, NOTHING_PENDING.detail);
}
