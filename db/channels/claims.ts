import type { Transaction } from "../connection/client.ts";
import { CHANNEL_CHANGED_CHANNEL, type ChannelRow } from "./channels.ts";

export type ChannelName = Pick<ChannelRow, "organization_id" | "id">;

/** Serialises decisions about who owns a number until the transaction ends. */
export async function lockNumber(sql: Transaction, phoneNumberId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`number:${phoneNumberId}`}, 0))`;
}

/** Ends the proof of a channel whose token has not been replaced since it was read; its status says `reason`. */
export async function endProof(
  sql: Transaction,
  { organization_id, id, access_token }: ChannelRow,
  reason: string,
): Promise<ChannelName[]> {
  return await sql<ChannelName[]>`
    update channels set proven_at = null, account_proven_at = null, status = 'disconnected',
      status_reason = ${reason}, updated_at = now()
    where organization_id = ${organization_id} and id = ${id} and deleted_at is null and proven_at is not null
      and access_token is not distinct from ${access_token}
    returning organization_id, id, pg_notify(${CHANNEL_CHANGED_CHANNEL}, id)`;
}

/**
 * Makes a number a channel's own, and the account too when it is `isListed` there; not when `isListed` is false. Null:
 * that was not checked.
 */
export async function setProof(
  sql: Transaction,
  { organization_id, id }: ChannelName,
  isListed: boolean | null,
): Promise<void> {
  await sql`
    update channels set proven_at = coalesce(proven_at, now()),
      account_proven_at = case ${isListed}::boolean
        when true then now() when false then null else account_proven_at end
    where organization_id = ${organization_id} and id = ${id} and deleted_at is null`;
}

/** Ends what others say of a number that a channel has proven to be its own. */
export async function displaceOthers(
  sql: Transaction,
  { organization_id, phone_number_id }: Pick<ChannelRow, "organization_id" | "phone_number_id">,
  reason: string,
): Promise<ChannelName[]> {
  return await sql<ChannelName[]>`
    update channels set status = 'disconnected', status_reason = ${reason}, updated_at = now()
    where phone_number_id = ${phone_number_id} and organization_id <> ${organization_id}
      and deleted_at is null and proven_at is null
    returning organization_id, id, pg_notify(${CHANNEL_CHANGED_CHANNEL}, id)`;
}
