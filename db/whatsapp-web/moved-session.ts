import { updateChannel } from "../channels/channels.ts";
import type { Transaction } from "../connection/client.ts";
import { type HeldSession, wantWhatsAppWebSession } from "./sessions.ts";

/** Who holds a session while another program's is written into it; no daemon is called so. */
const MOVER = "mover";

/** Has one number at a time be moved in, in the whole installation, until the end of the transaction. */
export async function lockMovedNumber(transaction: Transaction, phone: string): Promise<void> {
  await transaction`select pg_advisory_xact_lock(hashtextextended(${`waypost.moved.${phone}`}, 0))`;
}

/**
 * The other paired channel of a number (E.164): one of this organisation's, or one that another organisation has paired;
 * `id` is null for that one.
 */
export async function findOtherChannel(
  transaction: Transaction,
  { organization_id, id, platform }: { organization_id: string; id: string; platform: string },
  phone: string,
): Promise<{ id: string | null } | null> {
  const [row] = await transaction<{ id: string | null }[]>`
    select case when channel.organization_id = ${organization_id} then channel.id end as id
    from channels as channel
    left join web_sessions as session
      on session.organization_id = channel.organization_id and session.channel_id = channel.id
    where channel.phone_number = ${phone} and channel.id <> ${id} and channel.platform = ${platform}
      and channel.deleted_at is null and (channel.organization_id = ${organization_id} or session.paired)
    order by 1 limit 1`;
  return row ?? null;
}

/** Whether a number (E.164) is a channel's own, in either form of it; null while the channel has none. */
export async function isOwnNumber(
  transaction: Transaction,
  { organization_id, id }: { organization_id: string; id: string },
  phone: string,
): Promise<boolean | null> {
  const [row] = await transaction<{ own: boolean | null }[]>`
    select substr(${phone}, 2) in (digits, coalesce(other_form_of(digits), digits)) as own
    from substr(channel_number(${organization_id}, ${id}), 2) as digits`;
  return row?.own ?? null;
}

/**
 * Takes a session that nobody holds under its next fencing number; its keys of these categories go. What else it has
 * stays, such as messages that came in and are not stored yet.
 */
export async function takeForMove(
  transaction: Transaction,
  organizationId: string,
  channelId: string,
  categories: readonly string[],
): Promise<HeldSession> {
  const [row] = await transaction<{ fence: number }[]>`
    update web_sessions set owner = ${MOVER}, fence = fence + 1
    where organization_id = ${organizationId} and channel_id = ${channelId} and owner is null
    returning fence`;
  if (row === undefined) throw new Error("a session that is moved in is held by a daemon");
  await transaction`
    delete from web_session_keys
    where organization_id = ${organizationId} and channel_id = ${channelId}
      and category = any (${categories as string[]})`;
  return { organizationId, channelId, daemonId: MOVER, fence: row.fence };
}

/** Lets go of a session that was taken and written, of an account, and has a gateway connect it. */
export async function connectMoved(
  transaction: Transaction,
  { organizationId, channelId }: HeldSession,
  { phone, lid }: { phone: string; lid: string | null },
): Promise<void> {
  await transaction`
    update web_sessions set owner = null, own_lid = coalesce(${lid}, own_lid), set_aside = false
    where organization_id = ${organizationId} and channel_id = ${channelId}`;
  await updateChannel(transaction, organizationId, channelId, {
    ...{ phone_number: phone, offered_number: null, status: "connecting", status_reason: null },
  });
  await wantWhatsAppWebSession(transaction, organizationId, channelId, {
    ...{ wanted: "on", method: "qr", phone_number: null, replaces_number: false, replacement: null },
  });
}
