import type { Sql } from "../connection/client.ts";

type ChannelKey = { organizationId: string; channelId: string };

/** Until when a channel sends a person no marketing, because WhatsApp would not deliver it; null when it may. */
export async function marketingHeldUntil(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  { address, userId }: { address: string | null; userId: string | null },
): Promise<Date | null> {
  const [row] = await sql<{ until: Date | null }[]>`
    select marketing_held_until(${organizationId}, ${channelId}, contact_of(
      ${organizationId}, identity_type_of(${address}, ${userId}), identity_value_of(${address}, ${userId})
    )) as until`;
  return row?.until ?? null;
}

/** A person who gets no marketing from a channel for now, by their conversation with it. */
export type MarketingHold = { conversation_id: string; until: Date };

const MOST_HOLDS = 500;

/** Whom a channel sends no marketing for now: of more than 500, those with the latest end. */
export async function findMarketingHolds(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
): Promise<MarketingHold[]> {
  return await sql<MarketingHold[]>`
    select conversation.id as conversation_id, held.until
    from marketing_holds as held
    cross join lateral (
      select known.id from conversations as known
      where known.organization_id = held.organization_id and known.channel_id = ${channelId}
        and known.contact_id = held.contact_id
        and coalesce(known.last_inbound_at, '-infinity') <= now() - service_window()
      limit 1
    ) as conversation
    where held.portfolio_id = portfolio_of(${organizationId}, ${channelId})
      and held.organization_id = ${organizationId} and held.until > now()
    order by held.until desc
    limit ${MOST_HOLDS}`;
}
