import { findPasskey, noteSignature, type PasskeyRow, spendChallenge } from "../../../db/auth/passkeys.ts";
import { findUser, type UserRow } from "../../../db/auth/users.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { problem } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import type { Static } from "../../lib/typebox.ts";
import type { Throttle } from "../throttle.ts";
import { hashToken } from "../tokens.ts";
import { endOfChallenge, newChallenge } from "./challenge.ts";
import { type AssertionSchema, NOT_ACCEPTED } from "./passkey.ts";
import type { Site } from "./site.ts";

export type PasskeyDependencies = { sql: Sql; tokenPepper: Uint8Array; throttle: Throttle };
export type Assertion = Static<typeof AssertionSchema>;

const TIMEOUT_MS = 300_000;

/** What an authenticator signs for a login or a step up: it offers all passkeys that it has for the site. */
export async function askForPasskey({ tokenPepper }: PasskeyDependencies, { rpId }: Site) {
  // loaded by those who use it
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server");
  const options = await generateAuthenticationOptions({
    rpID: rpId,
    challenge: newChallenge(tokenPepper, "login"),
    userVerification: "required",
    timeout: TIMEOUT_MS,
  });
  return { ...options };
}

/**
 * The user whose passkey signed a challenge of ours on our page just now, with their device's own check of who they are.
 * A signature counts once. Throws 403 `passkey_invalid` for any other, and 429 when an address has tried too many.
 */
export async function userOfPasskey(
  { sql, tokenPepper, throttle }: PasskeyDependencies,
  assertion: Assertion,
  site: Site,
  address: string | null,
): Promise<UserRow> {
  const attempt = await throttle.token(address);
  const passkey = await findPasskey(sql, Buffer.from(assertion.id, "base64url"));
  const user = passkey === null ? null : await findUser(sql, passkey.organization_id, passkey.user_id);
  const signed = passkey === null ? null : await readSignature(assertion, passkey, site, tokenPepper);
  if (passkey !== null && user !== null && user.disabled_at === null && signed !== null) {
    const { signCount, ...challenge } = signed;
    const isNew = await sql.begin(
      async (transaction) =>
        (await spendChallenge(transaction, user, { id: newId("pnd"), ...challenge })) &&
        (await noteSignature(transaction, passkey, signCount)),
    );
    if (isNew) return user;
  }
  await attempt.failed();
  throw problem(403, NOT_ACCEPTED.code, NOT_ACCEPTED.detail);
}

/** What a passkey has signed, null when that is not right. */
async function readSignature(
  assertion: Assertion,
  { public_key, sign_count }: PasskeyRow,
  { rpId, origin }: Site,
  tokenPepper: Uint8Array,
) {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  let challenge: { token_hash: Buffer; expires_at: Date } | null = null;
  const verified = await verifyAuthenticationResponse({
    response: { clientExtensionResults: {}, ...assertion } as never,
    expectedChallenge(signed) {
      const expires_at = endOfChallenge(signed, tokenPepper, "login");
      if (expires_at !== null) challenge = { token_hash: hashToken(signed, tokenPepper), expires_at };
      return expires_at !== null;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
    credential: { id: assertion.id, publicKey: Uint8Array.from(public_key), counter: Number(sign_count) },
    // it says by throwing what is wrong with what came from outside
  }).catch(() => null);
  if (verified?.verified !== true || challenge === null) return null;
  return {
    ...(challenge as { token_hash: Buffer; expires_at: Date }),
    signCount: verified.authenticationInfo.newCounter,
  };
}
