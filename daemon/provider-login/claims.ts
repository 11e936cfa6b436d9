import { authorizationCodeGrant, type Configuration, fetchUserInfo, type IDToken } from "openid-client";
import { SKEW_SECONDS } from "../login-provider/connection.ts";
import { Unreachable } from "../login-provider/fetch.ts";
import type { Begun } from "./state.ts";

/** What a provider says of somebody; it calls them `sub`. */
export type Claims = { sub: string; sid: string | null } & Record<string, unknown>;

/** What a provider answered can't be trusted, or it answered nothing; the message says which check failed. */
export class Untrusted extends Error {}

/**
 * Exchanges the provider's answer at `url` for what it says of somebody: its signature, issuer, audience, nonce and times
 * are right. What the ID token leaves out is asked for. Throws `Untrusted` and
 * `Unreachable`.
 */
export async function readClaims(
  client: Configuration,
  url: URL,
  { state, nonce, verifier, redirectUri }: Begun,
  wanted: readonly string[],
): Promise<Claims> {
  const answer = new URL(redirectUri);
  answer.search = url.search;
  try {
    const tokens = await authorizationCodeGrant(client, answer, {
      ...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier },
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new Untrusted("it sent no ID token");
    if (claims.iat > Date.now() / 1000 + SKEW_SECONDS) throw new Untrusted("its ID token is from the future");
    refuseOddNames(claims);
    const isWhole = wanted.every((name) => claims[name] !== undefined);
    const { userinfo_endpoint } = client.serverMetadata();
    const more =
      isWhole || userinfo_endpoint === undefined
        ? {}
        : await fetchUserInfo(client, tokens.access_token, claims.sub);
    const { sid } = claims;
    return { ...more, ...claims, sid: typeof sid === "string" ? sid : null };
  } catch (cause) {
    if (cause instanceof Untrusted) throw cause;
    const reason = innermost(cause as Error);
    if (reason instanceof Unreachable) throw reason;
    throw new Untrusted(reason.message, { cause });
  }
}

/** At most 255 characters (OpenID Connect Core 1.0, 2), which an index can hold. */
function refuseOddNames({ sub, sid = "" }: IDToken): void {
  for (const [claim, name] of Object.entries({ sub, sid }))
    if (typeof name === "string" && !/^\P{Cc}{0,255}$/u.test(name))
      throw new Untrusted(`its ${claim} is longer than 255 characters, or has control characters`);
}

/** The library says in the cause of its error which check it was. */
function innermost(error: Error): Error {
  return error.cause instanceof Error ? innermost(error.cause) : error;
}
