import { type ChannelChanges, type ChannelRow, updateChannel } from "../channels/channels.ts";
import { spendPairingLinks } from "../channels/pairing-links.ts";
import type { Sql, Transaction } from "../connection/client.ts";
import { noteHoles } from "../holes/holes.ts";
import type { HeldSession, Wanted, WhatsAppWebSessionRow } from "./sessions.ts";

/** Releases a session, to be claimed again after a moment. */
export async function releaseWhatsAppWebSession(sql: Sql, held: HeldSession): Promise<void> {
  await sql`
    with freed as (
      update web_sessions set owner = null, lease_until = null
      where organization_id = ${held.organizationId} and channel_id = ${held.channelId}
        and owner = ${held.daemonId} and fence = ${held.fence}
      returning channel_id
    )
    select tell_web_session(channel_id) from freed`;
}

export type SessionChanges = Partial<
  Pick<
    WhatsAppWebSessionRow,
    | ("pairing" | "failures" | "restricted_until" | "restricted_reason" | "credentials" | "paired")
    | ("replaces_number" | "replacement" | "own_lid" | "set_aside")
  >
> & {
  /** Milliseconds from the write until the next attempt: a moment would be hours off once the clock is set. */
  nextAttemptInMs?: number;
  /** The login is gone for good, which emits an event unless the shown status already says so. */
  loginGone?: true;
  /** The wanted state that has been reached: nothing is wanted any more, unless it has changed meanwhile. */
  ended?: Wanted;
};

/** Changes a held session and what its channel shows. Fails with SQLSTATE P0W01 when it is not held. */
export async function changeWhatsAppWebSession(
  sql: Sql,
  held: HeldSession,
  session: SessionChanges,
  channel: ChannelChanges,
): Promise<ChannelRow | null> {
  return await sql.begin(async (transaction) => {
    await requireHeld(transaction, held);
    const { nextAttemptInMs = null, ended = null, loginGone = false, ...others } = session;
    if (Object.keys(session).length > 0) {
      // with the fence, as it is: a list of columns is never empty
      await transaction`
        update web_sessions set ${transaction({ ...others, fence: held.fence })},
          next_attempt_at = coalesce(after_milliseconds(${nextAttemptInMs}), next_attempt_at),
          wanted = case when wanted = ${ended}::text then 'off' else wanted end
        where organization_id = ${held.organizationId} and channel_id = ${held.channelId}`;
    }
    if (Object.keys(channel).length === 0) return null;
    if (channel.last_seen_at) await noteHoles(transaction, held);
    const changed = await updateChannel(transaction, held.organizationId, held.channelId, channel);
    if (channel.status === "connected")
      await spendPairingLinks(transaction, held.organizationId, held.channelId);
    if (loginGone) await transaction`select tell_web_login_gone(${held.organizationId}, ${held.channelId})`;
    return changed;
  });
}

/** Fails with SQLSTATE P0W01 when the session is not held; locks it. */
export async function requireHeld(sql: Transaction, held: HeldSession): Promise<void> {
  const { organizationId, channelId, daemonId, fence } = held;
  await sql`select require_web_session(${organizationId}, ${channelId}, ${daemonId}, ${fence})`;
}

/** Forgets the credentials and keys of a held session, and of its pairing. */
export async function wipeWhatsAppWebSession(sql: Sql, held: HeldSession): Promise<void> {
  await sql.begin(async (transaction) => {
    await requireHeld(transaction, held);
    await transaction`
      update web_sessions set credentials = null, paired = false, pairing = null, set_aside = false
      where organization_id = ${held.organizationId} and channel_id = ${held.channelId}`;
    await transaction`
      delete from web_session_keys
      where organization_id = ${held.organizationId} and channel_id = ${held.channelId}`;
  });
}

/** Removes a held session with everything that belonged to it. */
export async function removeWhatsAppWebSession(sql: Sql, held: HeldSession): Promise<void> {
  const { organizationId, channelId } = held;
  await sql.begin(async (transaction) => {
    await requireHeld(transaction, held);
    for (const table of [
      "web_session_keys",
      "web_lookups",
      "web_requests",
      "web_checks",
      "web_recipients",
      "web_holes",
      "web_sessions",
    ]) {
      await transaction`
        delete from ${transaction(table)}
        where organization_id = ${organizationId} and channel_id = ${channelId}`;
    }
  });
}
