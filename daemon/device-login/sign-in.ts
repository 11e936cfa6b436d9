import { deleteLoginSession } from "../../db/auth/login-sessions.ts";
import type { Authenticator } from "../auth/authenticate.ts";
import { type FinishDependencies, finishLogin } from "../auth/factors/finish-login.ts";
import { FACTOR_REQUIRED } from "../auth/factors/pending-login.ts";
import { login, type Origin } from "../auth/login.ts";
import { hashToken } from "../auth/tokens.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { unauthorized } from "../http/unauthorized.ts";

export type SignInDependencies = FinishDependencies & { authenticator: Authenticator };

/** Credentials that somebody typed: an API key, or an email address, a password and the code of a second factor. */
export type Credentials = { key: string; email: string; password: string; code: string };

/**
 * Who this is, if they may create keys. Nothing of it lasts: no cookie is set, and a login ends at once. Throws 401 for
 * wrong credentials, 403 without the permission or with a wrong code, and 429 after too many.
 */
export async function signIn(
  dependencies: SignInDependencies,
  { key, email, password, code }: Credentials,
  origin: Origin,
): Promise<Caller> {
  if (key !== "") return await byKey(dependencies, key, origin);
  if (email === "" || password === "")
    throw problem(422, "invalid_request", "enter your email address and password, or an API key");
  const { sql, tokenPepper, authenticator } = dependencies;
  // it ends at once: the browser's own login must not be used for it
  const elsewhere = { ...origin, session: null };
  const begun = await login(dependencies, { email, password, organizationId: null }, elsewhere);
  if ("pending" in begun && code.trim() === "")
    throw problem(403, FACTOR_REQUIRED.code, "enter the code from your authenticator app, too");
  const { token } = "token" in begun ? begun : await finishLogin(dependencies, begun, code, elsewhere);
  try {
    return await authenticator.require(
      requestWith("authorization", `Bearer ${token}`),
      "keys:manage",
      origin,
    );
  } finally {
    await deleteLoginSession(sql, hashToken(token, tokenPepper));
  }
}

async function byKey(
  { authenticator, throttle }: SignInDependencies,
  key: string,
  origin: Origin,
): Promise<Caller> {
  const attempt = await throttle.token(origin.address);
  if (!/^[\x21-\x7e]{1,128}$/.test(key)) throw unauthorized();
  const request = requestWith("x-api-key", key);
  return await authenticator.require(request, "keys:manage", origin).catch(async (cause: unknown) => {
    await attempt.failed();
    throw cause;
  });
}

/** The authenticator judges requests; this one asks for nothing else. */
function requestWith(header: string, value: string): Request {
  return new Request("http://localhost/", { headers: { [header]: value } });
}
