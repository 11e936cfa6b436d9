import type { Queryable, Sql } from "../connection/client.ts";

/** Gives a channel's limit to its portfolio and to the other numbers of that. */
export async function shareMessagingLimit(
  sql: Queryable,
  organizationId: string,
  channelId: string,
): Promise<void> {
  await sql`select share_messaging_limit(${organizationId}, ${channelId})`;
}

/**
 * How many people a portfolio may write to unprompted within 24 hours, how many it has, whosever channels they are, and
 * when how many of one's own leave the count.
 */
export type PortfolioUse = {
  /** Null is no limit. */
  messaging_limit: number | null;
  used: number;
  resets: { at: string; room: number }[];
};

/** The used part of a portfolio's limit; null while no limit is known. */
export async function findPortfolioUse(
  sql: Sql,
  organizationId: string,
  channelId: string,
): Promise<PortfolioUse | null> {
  const [row] = await sql<PortfolioUse[]>`
    select portfolio.messaging_limit, (
        select count(*)::integer from portfolio_people as person
        where person.portfolio_id = portfolio.id and person.called_at > now() - portfolio_window()
      ) as used,
      coalesce(jsonb_agg(jsonb_build_object('at', leaving.at, 'room', leaving.room) order by leaving.at)
        filter (where leaving.at is not null), '[]') as resets
    from portfolios as portfolio
    left join lateral (
      select max(person.called_at) + portfolio_window() as at, count(*)::integer as room
      from portfolio_people as person
      where person.organization_id = ${organizationId} and person.portfolio_id = portfolio.id
        and person.called_at > now() - portfolio_window()
      group by date_bin('15 minutes', person.called_at, 'epoch')
    ) as leaving on true
    where portfolio.id = portfolio_of(${organizationId}, ${channelId})
    group by portfolio.id`;
  return row ?? null;
}

/** Whether a channel's portfolio may write to a person now: there is room, they count already, or they wrote. */
export async function hasRoomFor(
  sql: Sql,
  { organizationId, channelId }: { organizationId: string; channelId: string },
  { address, userId }: { address: string | null; userId: string | null },
): Promise<boolean> {
  const [row] = await sql<{ has_room: boolean }[]>`
    select
      portfolio.messaging_limit is null or portfolio.messaging_limit > (
        select count(*) from portfolio_people as person
        where person.portfolio_id = portfolio.id and person.called_at > now() - portfolio_window()
      ) or exists (
        select from portfolio_people as person
        where person.organization_id = ${organizationId} and person.portfolio_id = portfolio.id
          and person.contact_id = recipient.contact_id and person.called_at > now() - portfolio_window()
      ) or exists (
        select from conversations as conversation
        where conversation.organization_id = ${organizationId} and conversation.channel_id = ${channelId}
          and conversation.contact_id = recipient.contact_id
          and conversation.last_inbound_at > now() - service_window()
      ) as has_room
    from portfolios as portfolio
    cross join lateral (
      select contact_of(
        ${organizationId}, identity_type_of(${address}, ${userId}), identity_value_of(${address}, ${userId})
      ) as contact_id
    ) as recipient
    where portfolio.id = portfolio_of(${organizationId}, ${channelId})`;
  return row?.has_room ?? true;
}
