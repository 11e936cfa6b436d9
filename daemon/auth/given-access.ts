import {
  countKeys,
  type EndedAccess,
  endAccessGivenBy,
  isStillThere,
  lockAccess,
} from "../../db/auth/access.ts";
import type { Transaction } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";
import { unauthorized } from "../http/unauthorized.ts";
import { type Actor, audit } from "./audit.ts";

/** The most API keys an organisation may have. */
export const MOST_KEYS = 1000;

/**
 * Call this in the transaction that makes a key or an invitation. Throws 401 when the caller
 * was removed meanwhile: what they made would outlive their access.
 */
export async function mayGiveAccess(
  transaction: Transaction,
  { organizationId, actor }: Caller,
): Promise<void> {
  await lockAccess(transaction, organizationId);
  if (await isStillThere(transaction, organizationId, actor)) return;
  throw unauthorized({ hint: "The key or user of this request was removed in the meantime." });
}

/** Throws 409 when an organisation has as many keys as it may; call it after `mayGiveAccess`. */
export async function refuseTooManyKeys(transaction: Transaction, { organizationId }: Caller): Promise<void> {
  if ((await countKeys(transaction, organizationId)) < MOST_KEYS) return;
  throw problem(409, "too_many_keys", `an organisation has at most ${MOST_KEYS} API keys; revoke some`);
}

/**
 * Revokes the keys and withdraws the invitations that a user made, and those that these keys
 * made; each gets an audit log entry.
 */
export async function endGivenAccess(
  transaction: Transaction,
  who: Actor,
  userId: string,
): Promise<EndedAccess[]> {
  await lockAccess(transaction, who.organizationId);
  const ended = await endAccessGivenBy(transaction, who.organizationId, userId);
  for (const { kind, id } of ended)
    await audit(transaction, who, {
      action: kind === "key" ? "key.revoked" : "invitation.deleted",
      target: { type: kind, id },
      changes: { user_left: userId },
    });
  return ended;
}

/** The audit log's summary of a removed user's access: how much of it ended, or that it was kept. */
export function summaryOf(ended: readonly EndedAccess[] | "kept"): Record<string, unknown> {
  if (ended === "kept") return { keys: "kept" };
  const count = (kind: EndedAccess["kind"]) => ended.filter((one) => one.kind === kind).length;
  return { keys_revoked: count("key"), invitations_withdrawn: count("invitation") };
}
