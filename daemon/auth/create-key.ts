import {
  insertKey,
  type KeyAgent,
  type KeyRow,
  type NewSecret,
  type WhenHeld,
} from "../../db/auth/api-keys.ts";
import type { Transaction } from "../../db/connection/client.ts";
import type { Caller } from "../http/caller.ts";
import { newId } from "../lib/ids.ts";
import { audit } from "./audit.ts";
import { mayGiveAccess, refuseTooManyKeys } from "./given-access.ts";
import { hashKey, shownOf } from "./key.ts";
import { refuseLongerLife, refuseMorePermissions } from "./key-rules.ts";

/** Name and permissions of a new key. */
export type KeyWishes = {
  name: string;
  permissions: string[];
  channelIds: string[] | null;
  agent?: KeyAgent | null;
  bot?: WhenHeld | null;
  expiresAt: Date | null;
};

/**
 * Makes a key in the name of a caller, with its audit log entry. It ends with the caller's at the latest.
 * Throws 401 when the caller was removed in the meantime, 403 when they may not give as much, and 409 when the
 * organisation has as many keys as it may.
 */
export async function createKey(
  sql: Transaction,
  caller: Caller,
  { name, permissions, channelIds, agent = null, bot = null, expiresAt }: KeyWishes,
  secret: NewSecret,
): Promise<KeyRow> {
  const rights = await mayGiveAccess(sql, caller, "keys:manage");
  refuseMorePermissions({ ...caller, permissions: rights.permissions }, permissions);
  refuseLongerLife(rights, expiresAt);
  await refuseTooManyKeys(sql, caller);
  const row = await insertKey(sql, {
    organization_id: caller.organizationId,
    id: newId("key"),
    name,
    permissions,
    channel_ids: channelIds,
    agent,
    bot,
    created_by: caller.actor.id,
    expires_at: expiresAt ?? rights.expiresAt,
    ...secret,
  });
  const { channel_ids, expires_at } = row;
  await audit(sql, caller, {
    action: "key.created",
    target: { type: "key", id: row.id },
    changes: {
      name,
      permissions,
      channel_ids,
      expires_at,
      ...(agent === null ? {} : { agent }),
      ...(bot === null ? {} : { bot }),
    },
  });
  return row;
}

/** The stored part of a key. */
export function secretOf(key: string, pepper: Uint8Array): NewSecret {
  return { hash: hashKey(key, pepper), ...shownOf(key) };
}
