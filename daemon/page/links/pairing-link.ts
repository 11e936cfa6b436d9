import {
  deletePairingLink,
  findPairingLink,
  insertPairingLink,
  type PairingLinkRow,
} from "../../../db/channels/pairing-links.ts";
import { type Queryable, type Sql, transact } from "../../../db/connection/client.ts";
import { audit, audited } from "../../auth/audit.ts";
import { mayGiveAccess } from "../../auth/given-access.ts";
import type { Throttle } from "../../auth/throttle.ts";
import { hashToken, isToken, newToken } from "../../auth/tokens.ts";
import { endPairing } from "../../channels/session.ts";
import type { Caller } from "../../http/caller.ts";
import { notFound } from "../../http/found.ts";
import { problem } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";

/** How long a link is good, in seconds, where nothing else is asked for, and at most. */
export const LIFE_SECONDS = { usual: 3600, most: 86_400 };
/** The most links of a channel that are good at a time. */
const MOST_OF_CHANNEL = 20;
/** How long a link still shows that its number was connected. */
const SHOWN_SECONDS = 120;

export const TOO_MANY = {
  description: "The channel has as many links as it may",
  code: "too_many_links",
  detail: `a channel has at most ${MOST_OF_CHANNEL} pairing links at a time; revoke some`,
};

/** Makes a link that pairs a channel's number once. Throws 409 when the channel has too many. */
export async function makePairingLink(
  sql: Queryable,
  tokenPepper: Uint8Array,
  caller: Caller,
  channelId: string,
  seconds: number = LIFE_SECONDS.usual,
): Promise<{ row: PairingLinkRow; token: string }> {
  const token = newToken("pairing");
  const link = {
    ...{ organization_id: caller.organizationId, id: newId("lnk"), channel_id: channelId },
    ...{ created_by: caller.actor.id, token_hash: hashToken(token, tokenPepper) },
  };
  return await transact(sql, async (transaction) => {
    await mayGiveAccess(transaction, caller, "channels:manage");
    const row = await insertPairingLink(transaction, link, { seconds, most: MOST_OF_CHANNEL });
    if (row === null) throw problem(409, TOO_MANY.code, TOO_MANY.detail);
    await audit(transaction, caller, {
      action: "pairing_link.created",
      target: { type: "channel", id: channelId },
      changes: { link: row.id, expires_at: row.expires_at },
    });
    return { row, token };
  });
}

/**
 * Revokes a link, and ends the pairing that was begun through it: its holder may be about to scan the code.
 * Throws 404 when the channel has none of this id.
 */
export async function revokePairingLink(
  sql: Sql,
  caller: Caller,
  channelId: string,
  id: string,
): Promise<void> {
  const entry = {
    action: "pairing_link.revoked",
    target: { type: "channel", id: channelId },
    changes: { link: id },
  };
  await audited(sql, caller, entry, async (transaction) => {
    const begun = await deletePairingLink(transaction, caller.organizationId, channelId, id);
    if (begun === null) throw notFound("pairing link");
    if (begun > 0) await endPairing(transaction, { organization_id: caller.organizationId, id: channelId });
  });
}

export type TokenDependencies = { sql: Sql; tokenPepper: Uint8Array; throttle: Throttle };

/** A link that was, but is good no more. */
export const OVER = "over";

/** The link of a token, `OVER` once it was used, was revoked or has expired; null when none was. Throws 429 after too many of those. */
export async function linkOf(
  { sql, tokenPepper, throttle }: TokenDependencies,
  token: string,
  address: string | null,
): Promise<PairingLinkRow | typeof OVER | null> {
  const attempt = await throttle.token(address);
  const link = isToken("pairing", token)
    ? await findPairingLink(sql, hashToken(token, tokenPepper), SHOWN_SECONDS)
    : null;
  if (link === null) await attempt.failed();
  return link?.is_over ? OVER : link;
}
