import { findKey, type KeyRow } from "../../db/auth/api-keys.ts";
import { findChannel } from "../../db/channels/channels.ts";
import type { Queryable } from "../../db/connection/client.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { grants } from "../http/permissions.ts";
import { problem } from "../http/problem.ts";
import { beginningOf } from "../lib/characters.ts";
import type { Rights } from "./given-access.ts";

/** Throws 403 for a permission that the caller lacks: nobody may grant, take over or revoke more than they have. */
export function refuseMorePermissions(
  { permissions, actor }: Caller,
  concerned: readonly string[],
  what: "grant" | "rotate a key with" | "change a key with" | "revoke a key with" = "grant",
): void {
  const beyond = concerned.find((permission) => !grants(permissions, permission));
  if (beyond === undefined) return;
  throw problem(
    403,
    "missing_permission",
    `this ${actor.type} can't ${what} ${beyond}, which it doesn't have`,
    { members: { permission: beyond } },
  );
}

/** Throws 403 for an end that is later than the caller's own; null is that of the caller. */
export function refuseLongerLife({ expiresAt }: Rights, wanted: Date | null): void {
  if (expiresAt === null || wanted === null || wanted <= expiresAt) return;
  throw outlivesKey(expiresAt);
}

/** The refusal of a key that would work for longer than the one that asks for it. */
export function outlivesKey(expiresAt: Date) {
  const detail = `this key ends on ${expiresAt.toISOString()}, and can make or rotate none that ends later`;
  return problem(403, "outlives_key", detail);
}

/** Throws 422 for a channel that does not exist or that the caller may not use. */
export async function refuseUnknownChannels(
  sql: Queryable,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) {
    const isThere = mayUseChannel(caller, id) && (await findChannel(sql, caller.organizationId, id)) !== null;
    if (!isThere) throw unknownChannel(id);
  }
}

/** Whether a caller restricted to some channels may see and change a key: only one restricted to some of these. */
function mayUseKey(caller: Caller, { channel_ids }: Pick<KeyRow, "channel_ids">): boolean {
  return caller.channelIds === null || (channel_ids?.every((id) => mayUseChannel(caller, id)) ?? false);
}

/** A key that a caller may see. Throws 404. */
export async function mustFindKey(sql: Queryable, caller: Caller, id: string): Promise<KeyRow> {
  const key = await findKey(sql, caller.organizationId, id);
  if (key === null || !mayUseKey(caller, key)) throw notFound("key");
  return key;
}

/** When a new key ends; throws 422 unless that is in the future. */
export function expiryOf(given: string | undefined): Date | null {
  if (given === undefined) return null;
  const at = new Date(given);
  if (at.getTime() > Date.now()) return at;
  const message = "expected a time in the future";
  throw problem(422, "invalid_request", `/expires_at: ${message}`, {
    errors: [{ path: "/expires_at", message }],
  });
}

function unknownChannel(id: string) {
  const message = `there is no channel ${beginningOf(id, 64)}`;
  return problem(422, "channel_not_found", `/channel_ids: ${message}`, {
    errors: [{ path: "/channel_ids", message }],
  });
}
