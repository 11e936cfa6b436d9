import { createHash } from "node:crypto";

/** The hash before the first link. */
export const NO_HASH = "0".repeat(64);

/**
 * A link of the chain of one organisation's audit log, as db/auth/audit-chain.sql makes it. Digests and hashes are
 * SHA-256 in hexadecimal, times ISO 8601 in UTC to the microsecond. It depends on nothing of the daemon: the CLI has it, too.
 */
export type AuditLink = {
  /** From 1 on, without a gap. */
  position: number;
  /** An entry; an erasure, after which an entry is what it is now; or that entries of before `recorded_at` may be gone. */
  kind: "entry" | "erasure" | "retention";
  entry_id: string | null;
  recorded_at: string;
  /** The digest of what an erasure leaves of the entry. */
  fixed: string | null;
  /** The digest of what an erasure empties, made with the salt. */
  erasable: string | null;
  /** Null once what it salted was erased: nobody can try out what it was. */
  salt: string | null;
  previous: string;
  hash: string;
  /** When it was linked. */
  created_at: string;
};

/** An entry of the audit log, to the letter: `changes` is JSON text. */
export type LinkedEntry = {
  id: string;
  action: string;
  actor_type: string;
  actor_id: string | null;
  target_type: string;
  target_id: string | null;
  address: string | null;
  request_id: string | null;
  changes: string;
  created_at: string;
};

/** Texts one behind the other, so that no two lists look alike: each with its length in bytes, nothing as a dash. */
export function frame(...texts: (string | null)[]): string {
  return texts.map((text) => (text === null ? "-" : `${Buffer.byteLength(text)}:${text}`)).join("");
}

/** The hash that a link has to have. */
export function hashOf(organizationId: string, link: AuditLink): string {
  const { previous, position, kind, entry_id, recorded_at, fixed, erasable, created_at } = link;
  return digest(
    previous,
    organizationId,
    String(position),
    kind,
    entry_id,
    recorded_at,
    fixed,
    erasable,
    created_at,
  );
}

/** The digest of what an erasure leaves of an entry. */
export function fixedOf(organizationId: string, entry: LinkedEntry): string {
  const { id, action, actor_type, actor_id, target_type, address, request_id, created_at } = entry;
  return digest(
    organizationId,
    id,
    action,
    actor_type,
    actor_id,
    target_type,
    address,
    request_id,
    created_at,
  );
}

/** The digest of what an erasure empties. */
export function erasableOf({ target_id, changes }: LinkedEntry, salt: string): string {
  return digest(salt, target_id, changes);
}

function digest(...texts: (string | null)[]): string {
  return createHash("sha256")
    .update(frame(...texts))
    .digest("hex");
}
