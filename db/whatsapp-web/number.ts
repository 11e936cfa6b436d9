import type { Queryable, Transaction } from "../connection/client.ts";
import { requireHeld } from "./held-sessions.ts";
import type { HeldSession } from "./sessions.ts";

/** How a number is to be replaced, and who wants it. Stored as JSON text. */
export type Replacement = {
  /** What becomes of messages that wait: they were written for the number before. */
  waiting: "cancel" | "keep";
  by: {
    actor: { type: "key" | "user" | "command" | "link"; id: string | null };
    address: string | null;
    requestId: string;
  };
};

/** A number that WhatsApp may keep to itself: then its account has a LID alone. */
export type NumberOfAccount = {
  /** E.164. */
  phone: string | null;
  /** `…@lid`. */
  lid: string | null;
};

/** What is wanted of a held session's replaced number; null where nobody said. Locks the session. */
export async function findReplacement(
  transaction: Transaction,
  held: HeldSession,
): Promise<Replacement | null> {
  await requireHeld(transaction, held);
  const [row] = await transaction<{ replacement: string | null }[]>`
    select replacement from web_sessions
    where organization_id = ${held.organizationId} and channel_id = ${held.channelId}`;
  return row?.replacement == null ? null : JSON.parse(row.replacement);
}

/** Ends what another number must not send, about `most` messages at most; how many ended. See end_before_number_change. */
export async function endBeforeNumberChange(
  transaction: Transaction,
  { organizationId, channelId }: HeldSession,
  waiting: Replacement["waiting"],
  most: number,
): Promise<number> {
  const [row] = await transaction<{ ended: number }[]>`
    select end_before_number_change(${organizationId}, ${channelId}, ${waiting === "keep"}, ${most}) as ended`;
  return row?.ended ?? 0;
}

/** Gives a channel its new number, and emits that; returns the one before. See change_channel_number. */
export async function changeChannelNumber(
  transaction: Transaction,
  { organizationId, channelId }: HeldSession,
  { phone, lid }: NumberOfAccount,
  waiting: Replacement["waiting"],
): Promise<string> {
  const [row] = await transaction<{ previous: string }[]>`
    select change_channel_number(${organizationId}, ${channelId}, ${phone}, ${lid},
      ${waiting === "keep" ? "kept" : "cancelled"}) as previous`;
  return row?.previous ?? "";
}

/**
 * The earlier number of a channel that wrote a message (by WhatsApp's id), or that it came to; null where that is its
 * present one, or the message is not known.
 */
export async function findEarlierNumber(
  sql: Queryable,
  { organizationId, channelId }: { organizationId: string; channelId: string },
  providerMessageId: string,
): Promise<string | null> {
  const [row] = await sql<{ number: string | null }[]>`
    select coalesce((
      select number_at(${organizationId}, ${channelId}, written_at(
        message.direction, message.id, message.status, message.status_history, message.updated_at
      ))
      from provider_messages as named
      join messages as message on message.organization_id = named.organization_id and message.id = named.message_id
      where named.organization_id = ${organizationId} and named.channel_id = ${channelId}
        and named.provider_message_id = ${providerMessageId}
      limit 1
    ), (
      select number_at(${organizationId}, ${channelId}, kept.created_at) from web_messages as kept
      where kept.organization_id = ${organizationId} and kept.channel_id = ${channelId}
        and kept.provider_message_id = ${providerMessageId}
    )) as number`;
  return row?.number ?? null;
}
