import { randomNonce, randomPKCECodeVerifier, randomState } from "openid-client";
import { takeLoginState } from "../../db/auth/provider-logins.ts";
import type { Sql } from "../../db/connection/client.ts";
import { hashToken } from "../auth/tokens.ts";
import { SecretError, type Secrets } from "../secrets/envelope.ts";

/** How long somebody may take at the provider. */
export const STATE_SECONDS = 600;
const CONTEXT = "login by a provider";

/** A login that was begun. The browser has it in a sealed cookie: nothing is stored for those who never come back. */
export type Begun = {
  organization: string;
  state: string;
  nonce: string;
  /** Of PKCE (RFC 7636). */
  verifier: string;
  redirectUri: string;
  /** Where to on the page. */
  to: string;
  until: number;
};

/** Begins a login. */
export function begin(organization: string, redirectUri: string, to: string): Begun {
  const until = Date.now() + STATE_SECONDS * 1000;
  const random = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
  return { organization, ...random, redirectUri, to: pathWithin(to), until };
}

/** A path of the page; anything else is its beginning. */
function pathWithin(to: string): string {
  return /^\/[\x21-\x7e]{0,511}$/.test(to) ? to : "/";
}

/** What a browser keeps of a login that it began. */
export function sealBegun(secrets: Secrets, begun: Begun): string {
  return secrets.encrypt(JSON.stringify(begun), CONTEXT);
}

/** The login that a browser began; null when it is none, has expired, or is another one than the provider answers. */
export function openBegun(secrets: Secrets, cookie: string | null, state: string | null): Begun | null {
  if (cookie === null) return null;
  try {
    const begun: Begun = JSON.parse(secrets.decrypt(cookie, CONTEXT));
    return begun.until > Date.now() && begun.state === state ? begun : null;
  } catch (cause) {
    if (cause instanceof SecretError) return null;
    throw cause;
  }
}

/** Takes the provider's answer to a login; false when that was done before. */
export async function takeAnswer(sql: Sql, { state }: Begun, tokenPepper: Uint8Array): Promise<boolean> {
  return await takeLoginState(sql, hashToken(state, tokenPepper), STATE_SECONDS);
}
