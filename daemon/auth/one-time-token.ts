import { findUserToken, type UserTokenRow } from "../../db/auth/user-tokens.ts";
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
  dependencies: LoginDependencies,
  kind: Kind,
  { token, password }: { token: string; password: string },
  origin: Pick<Origin, "address">,
): Promise<{ tokenHash: Uint8Array; hash: string }> {
  await goodToken(dependencies, kind, token, origin);
  const place = { address: origin.address, account: null, isKnown: true };
  const hash = await dependencies.passwords.hash(password, place);
  return { tokenHash: hashToken(token, dependencies.tokenPepper), hash };
}

/** What a one-time token is for, which stays good. Throws as `preparePassword` does. */
export async function goodToken(
  { sql, throttle, tokenPepper }: LoginDependencies,
  kind: Kind,
  token: string,
  { address }: Pick<Origin, "address">,
): Promise<UserTokenRow> {
  const attempt = await throttle.token(address);
  const found = await findUserToken(sql, kind, hashToken(token, tokenPepper));
  if (found !== null) return found;
  await attempt.failed();
  throw noSuchToken(kind);
}

export function noSuchToken(kind: Kind): Problem {
  return problem(404, "not_found", ABSENT[kind]);
}
