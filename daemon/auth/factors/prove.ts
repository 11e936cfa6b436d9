import { listFactors, takeRecoveryCode, takeStep, type UserKey } from "../../../db/auth/factors.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { problem } from "../../http/problem.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import type { Throttle } from "../throttle.ts";
import { placeOf } from "../tokens.ts";
import { hashRecoveryCode } from "./recovery-codes.ts";
import { stepOf } from "./totp.ts";

export type ProofDependencies = {
  sql: Sql;
  secrets: Pick<Secrets, "encrypt" | "decrypt">;
  throttle: Throttle;
  tokenPepper: Uint8Array;
};

/** What a user proved themselves by. */
export type Proof = "totp" | "recovery_code";

export const WRONG_CODE = {
  description: "The code is wrong, or was used",
  code: "wrong_code",
  detail: "the code is wrong or was used before; wait for the next one, or use a recovery code",
};

/**
 * Uses up a code that somebody typed: of one of the user's authenticator apps, or a recovery code. Throws 403 `wrong_code`
 * for any other and for one that was used, and 429 after too many; codes that are guessed elsewhere don't slow down a
 * network or browser that the user has logged in from.
 */
export async function proveByCode(
  { sql, secrets, throttle, tokenPepper }: ProofDependencies,
  user: UserKey,
  typed: string,
  from: { address: string | null; device: string | null },
): Promise<Proof> {
  const attempt = await throttle.factor(user, placeOf(from, tokenPepper));
  const code = typed.replace(/\s/g, "");
  for (const factor of await listFactors(sql, user)) {
    if (factor.secret === null) continue;
    const step = stepOf(secrets.decrypt(factor.secret, factorContext(factor.id)), code);
    if (step === null || !(await takeStep(sql, factor, step))) continue;
    await attempt.succeeded();
    return "totp";
  }
  const hash = hashRecoveryCode(typed, tokenPepper);
  if (hash === null || !(await takeRecoveryCode(sql, user, hash))) throw wrongCode();
  await attempt.succeeded();
  return "recovery_code";
}

/** The refusal of a code that proves nothing. */
export function wrongCode() {
  return problem(403, WRONG_CODE.code, WRONG_CODE.detail);
}

/** The encryption context of a factor's secret. */
export function factorContext(id: string): string {
  return `factor ${id}`;
}
