import { countRecoveryCodes, listFactors } from "../../../db/auth/factors.ts";
import { insertPasskey, listPasskeys, spendChallenge } from "../../../db/auth/passkeys.ts";
import type { UserRow } from "../../../db/auth/users.ts";
import type { Caller } from "../../http/caller.ts";
import { problem } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import type { Static } from "../../lib/typebox.ts";
import { audit } from "../audit.ts";
import { giveRecoveryCodes, refuseTooMany } from "../factors/set-up.ts";
import { hashToken } from "../tokens.ts";
import { endOfChallenge, newChallenge } from "./challenge.ts";
import { type AttestationSchema, NOT_ACCEPTED } from "./passkey.ts";
import type { Site } from "./site.ts";
import type { PasskeyDependencies } from "./verify.ts";

type Attestation = Static<typeof AttestationSchema>;
const TIMEOUT_MS = 300_000;

/** What an authenticator makes a passkey by: one that it finds by itself, and that asks who uses it. Throws 409 beyond ten. */
export async function askForNewPasskey(
  { sql, tokenPepper }: PasskeyDependencies,
  user: UserRow,
  { rpId }: Site,
) {
  refuseTooMany(await listFactors(sql, user));
  const { generateRegistrationOptions } = await import("@simplewebauthn/server");
  const options = await generateRegistrationOptions({
    ...{ rpName: "Waypost", rpID: rpId, timeout: TIMEOUT_MS, attestationType: "none" },
    ...{ userName: user.email, userDisplayName: user.name || user.email },
    // an address may be a user of several organisations, with a passkey for each
    userID: Uint8Array.from(Buffer.from(user.id)),
    challenge: newChallenge(tokenPepper, `registration ${user.id}`),
    excludeCredentials: (await listPasskeys(sql, user)).map(({ credential_id, transports }) => ({
      id: credential_id.toString("base64url"),
      transports,
    })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  return { ...options };
}

/**
 * Stores a passkey that an authenticator made for a user. Returns its id and recovery codes, none when the user has some.
 * Throws 403 `passkey_invalid` for one that is not right, and 409 beyond ten.
 */
export async function addPasskey(
  { sql, tokenPepper }: PasskeyDependencies,
  caller: Caller,
  user: UserRow,
  { name, attestation, site }: { name: string; attestation: Attestation; site: Site },
): Promise<{ id: string; recovery_codes: string[] }> {
  const { organization_id, id: user_id } = user;
  const made = await readAttestation(attestation, user, site, tokenPepper);
  const id = Bun.randomUUIDv7();
  return await sql.begin(async (transaction) => {
    // others may have been added since it was asked for
    refuseTooMany(await listFactors(transaction, user));
    const isAdded =
      made !== null &&
      (await spendChallenge(transaction, user, { id: newId("pnd"), ...made.challenge })) &&
      (await insertPasskey(transaction, { organization_id, id, user_id, name, ...made.passkey }));
    if (!isAdded) throw problem(403, NOT_ACCEPTED.code, NOT_ACCEPTED.detail);
    const target = { type: "user", id: user_id };
    const changes = { factor: id, kind: "passkey", name };
    await audit(transaction, caller, { action: "factor.created", target, changes });
    const isFirst = (await countRecoveryCodes(transaction, user)) === 0;
    const codes = isFirst ? await giveRecoveryCodes(transaction, tokenPepper, caller, user) : [];
    return { id, recovery_codes: codes };
  });
}

/** The passkey that was made for a challenge of ours; null when it is not right. */
async function readAttestation(
  attestation: Attestation,
  user: UserRow,
  { rpId, origin }: Site,
  tokenPepper: Uint8Array,
) {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  let expires_at: Date | null = null;
  let token_hash = Buffer.alloc(0);
  const verified = await verifyRegistrationResponse({
    response: { clientExtensionResults: {}, ...attestation } as never,
    expectedChallenge(signed) {
      expires_at = endOfChallenge(signed, tokenPepper, `registration ${user.id}`);
      token_hash = Buffer.from(hashToken(signed, tokenPepper));
      return expires_at !== null;
    },
    expectedOrigin: origin,
    expectedRPID: rpId,
    requireUserVerification: true,
  }).catch(() => null);
  if (verified?.verified !== true || expires_at === null) return null;
  const { id, publicKey, counter, transports = [] } = verified.registrationInfo.credential;
  const passkey = {
    ...{ credential_id: Buffer.from(id, "base64url"), public_key: Buffer.from(publicKey) },
    ...{ sign_count: String(counter), transports: transports.map(String) },
  };
  return { passkey, challenge: { token_hash, expires_at: expires_at as Date } };
}
