import { isUserToken } from "../../db/auth/user-tokens.ts";
import { type Problem, problem } from "../http/problem.ts";
import type { LoginDependencies, Origin } from "./login.ts";
import { hashToken } from "./tokens.ts";

type Kind = "invitation" | "reset" | "login";

const ABSENT: Record<Kind, string> = {
  invitation: "the invitation was accepted, has expired or never existed",
  reset: "the token was used, has expired or never existed",
  login: "the link was used, has expired or never existed",
};

/**
 * The hashes of a one-time token and of the new password that comes with it. A valid token
 * identifies the user, so only then is the password hashed. Throws 404 when the token is
 * invalid, and 429 when the address has tried too many.
 */
export async function preparePassword(
  { sql, passwords, throttle, tokenPepper }: LoginDependencies,
  kind: Kind,
  { token, password }: { token: string; password: string },
  { address }: Pick<Origin, "address">,
): Promise<{ tokenHash: Uint8Array; hash: string }> {
  const attempt = await throttle.token(address);
  const tokenHash = hashToken(token, tokenPepper);
  if (!(await isUserToken(sql, kind, tokenHash))) {
    await attempt.failed();
    throw noSuchToken(kind);
  }
  return { tokenHash, hash: await passwords.hash(password, { address, account: null, isKnown: true }) };
}

export function noSuchToken(kind: Kind): Problem {
  return problem(404, "not_found", ABSENT[kind]);
}
