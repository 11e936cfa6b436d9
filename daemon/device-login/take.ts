import { takeDeviceAnswer } from "../../db/auth/device-logins.ts";
import type { Sql } from "../../db/connection/client.ts";
import { createKey, secretOf } from "../auth/create-key.ts";
import { newKey } from "../auth/key.ts";
import type { Caller, From } from "../http/caller.ts";
import { hashCode, INTERVAL_SECONDS } from "./codes.ts";
import { refused } from "./refusals.ts";

export type TakeDependencies = {
  sql: Sql;
  pepper: Uint8Array;
  tokenPepper: Uint8Array;
  /** Which new keys carry. */
  cell?: string | undefined;
};

/** What a program learns until it is allowed, in the words of RFC 8628, 3.5. */
export const ERRORS = {
  unknown: "invalid_grant",
  expired: "expired_token",
  pending: "authorization_pending",
  early: "slow_down",
  denied: "access_denied",
} as const;

/**
 * The key that somebody approved, made now in their name and given once. Throws the errors of RFC 8628 until then, 401
 * when they were removed in the meantime.
 */
export async function take(
  { sql, pepper, tokenPepper, cell }: TakeDependencies,
  deviceCode: string,
  { address, requestId }: From,
) {
  const secret = newKey(cell);
  const taken = await sql.begin(async (transaction) => {
    const which = { deviceCodeHash: hashCode(deviceCode, tokenPepper), clientId: null };
    const answer = await takeDeviceAnswer(transaction, which, INTERVAL_SECONDS);
    // the transaction has to keep the request's new state, so the error is not thrown here
    if (answer.status !== "approved") return { error: ERRORS[answer.status] };
    const approver: Caller = {
      organizationId: answer.organization_id,
      actor: { type: answer.approver_type, id: answer.approver_id },
      permissions: answer.granted,
      channelIds: answer.channel_ids,
      // an agent approves nothing
      agent: null,
      ...{ address, requestId },
    };
    const wishes = {
      name: `waypost login on ${answer.host}`,
      permissions: answer.granted,
      channelIds: answer.channel_ids,
      expiresAt: null,
    };
    return { row: await createKey(transaction, approver, wishes, secretOf(secret, pepper)) };
  });
  if ("error" in taken) throw refused(taken.error);
  const made = taken.row;
  return {
    access_token: secret,
    token_type: "x-api-key",
    scope: made.permissions.join(" "),
    key_id: made.id,
    key_name: made.name,
    organization_id: made.organization_id,
  };
}
