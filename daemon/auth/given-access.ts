import {
  countKeys,
  type EndedAccess,
  endAccessBeyond,
  findRights,
  lockAccess,
  type RightsLeft,
} from "../../db/auth/access.ts";
import { deleteKey } from "../../db/auth/api-keys.ts";
import type { Transaction } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { grants, type Permission } from "../http/permissions.ts";
import { problem } from "../http/problem.ts";
import { unauthorized } from "../http/unauthorized.ts";
import { type Actor, audit } from "./audit.ts";
import { missingPermission } from "./missing-permission.ts";
import { permissionsOf, ROLES } from "./roles.ts";

/** The most API keys an organisation may have. */
export const MOST_KEYS = 1000;

/** A caller's present permissions, and when they end. */
export type Rights = { permissions: readonly string[]; expiresAt: Date | null };

/**
 * Call this in the transaction that opens a door: a key, an invitation, an endpoint. Throws 401 when the caller was
 * removed meanwhile, and 403 when they lost the permission: what they made would outlive or exceed their rights.
 */
export async function mayGiveAccess(
  transaction: Transaction,
  { organizationId, actor }: Caller,
  needed: Permission,
): Promise<Rights> {
  await lockAccess(transaction, organizationId);
  const found = await findRights(transaction, organizationId, actor);
  if (found === null)
    throw unauthorized({ hint: "The key or user of this request was removed in the meantime." });
  const permissions = found.permissions ?? permissionsOf(found.role ?? "");
  if (!grants(permissions, needed)) throw missingPermission(actor.type, needed);
  return { permissions, expiresAt: found.expires_at };
}

/** Throws 409 when an organisation has as many keys as it may; call it after `mayGiveAccess`. */
export async function refuseTooManyKeys(transaction: Transaction, { organizationId }: Caller): Promise<void> {
  if ((await countKeys(transaction, organizationId)) < MOST_KEYS) return;
  throw problem(409, "too_many_keys", `an organisation has at most ${MOST_KEYS} API keys; revoke some`);
}

/** Who opened doors, what they may still do, and what the audit log says of why. */
export type Holder = { id: string; permissions: readonly string[]; why: Record<string, string> };

/**
 * Ends what somebody opened and may open no longer: keys, invitations, approved terminals and endpoints, with what was
 * opened by these keys. Each gets an audit log entry.
 */
export async function endAccess(
  transaction: Transaction,
  who: Actor,
  { id, permissions, why }: Holder,
): Promise<EndedAccess[]> {
  await lockAccess(transaction, who.organizationId);
  const left = { permissions, roles: rolesWithin(permissions) };
  const ended = await endAccessBeyond(transaction, who.organizationId, id, left);
  for (const { kind, id } of ended)
    await audit(transaction, who, {
      action: ENDS[kind],
      target: { type: kind, id },
      changes: { ...(kind === "endpoint" ? { enabled: false } : {}), ...why },
    });
  return ended;
}

const ENDS: Record<EndedAccess["kind"], string> = {
  key: "key.revoked",
  invitation: "invitation.deleted",
  terminal: "terminal.refused",
  endpoint: "endpoint.updated",
  pairing_link: "pairing_link.revoked",
};

/** The roles that these permissions allow to give to others. */
function rolesWithin(permissions: readonly string[]): RightsLeft["roles"] {
  if (!grants(permissions, "users:manage")) return [];
  return Object.keys(ROLES).filter((role) => permissionsOf(role).every((one) => grants(permissions, one)));
}

/** The audit log's summary of somebody's access: how much of it ended, or that it was kept. */
export function summaryOf(ended: readonly EndedAccess[] | "kept"): Record<string, unknown> {
  if (ended === "kept") return { keys: "kept" };
  const count = (kind: EndedAccess["kind"]) => ended.filter((one) => one.kind === kind).length;
  return {
    keys_revoked: count("key"),
    invitations_withdrawn: count("invitation"),
    terminals_refused: count("terminal"),
    endpoints_disabled: count("endpoint"),
    links_revoked: count("pairing_link"),
  };
}

/**
 * Ends a key and, unless it is kept, all that was created with it, with the entries of the audit log. False when there is
 * no such key.
 */
export async function revokeKey(
  transaction: Transaction,
  who: Actor,
  id: string,
  { keep = false, why = {} }: { keep?: boolean; why?: Record<string, string> } = {},
): Promise<boolean> {
  const holder = { id, permissions: [], why: { key_revoked: id } };
  const ended = keep ? "kept" : await endAccess(transaction, who, holder);
  if (!(await deleteKey(transaction, who.organizationId, id))) return false;
  await audit(transaction, who, {
    action: "key.revoked",
    target: { type: "key", id },
    changes: { ...summaryOf(ended), ...why },
  });
  return true;
}
