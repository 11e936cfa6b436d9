import type { ChainRow } from "../../../db/auth/audit-chain.ts";
import { type AuditHead, isSigned, signHead } from "../../audit-chain/head.ts";
import { NO_HASH } from "../../audit-chain/link.ts";
import type { Secrets } from "../../secrets/envelope.ts";

/** The head of a chain that this installation has signed; null before the first one, and where the database has a false one. */
export function signedHead(
  secrets: Pick<Secrets, "derive">,
  organizationId: string,
  chain: ChainRow,
): AuditHead | null {
  const { signed_position: position, signed_hash: hash, signed_at, signature } = chain;
  if (signed_at === null || signature === null) return null;
  const head = {
    ...{ organization_id: organizationId, position, hash, signed_at },
    ...{ public_key: publicKeyOf(secrets), signature },
  };
  return isSigned(head) ? head : null;
}

/** The key by which heads of this installation are known: Ed25519, base64. */
export function publicKeyOf(secrets: Pick<Secrets, "derive">): string {
  const nowhere = { organization_id: "", position: 0, hash: NO_HASH, signed_at: "" };
  return signHead(secrets.derive("audit"), nowhere).public_key;
}
