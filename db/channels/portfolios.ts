import type { Queryable, Sql } from "../connection/client.ts";

/** Gives a channel's limit to its portfolio and to the other numbers of that. */
export async function shareMessagingLimit(
  sql: Queryable,
  organizationId: string,
  channelId: string,
): Promise<void> {
  await sql`select share_messaging_limit(${organizationId}, ${channelId})`;
}

/** How many people a portfolio may write to unprompted within 24 hours, and when how many of them leave the count. */
export type PortfolioUse = {
  /** Null is no limit. */
  messaging_limit: number | null;
  used: number;
  resets: { at: string; room: number }[];
};

/** What a channel's portfolio has used of its limit; null while no limit is known. */
export async function findPortfolioUse(
  sql: Sql,
  organizationId: string,
  channelId: string,
): Promise<PortfolioUse | null> {
  const [row] = await sql<PortfolioUse[]>`
    select portfolio.messaging_limit, coalesce(sum(leaving.room), 0)::integer as used,
      coalesce(jsonb_agg(jsonb_build_object('at', leaving.at, 'room', leaving.room) order by leaving.at)
        filter (where leaving.at is not null), '[]') as resets
    from portfolios as portfolio
    left join lateral (
      select max(person.called_at) + interval '24 hours' as at, count(*)::integer as room
      from portfolio_people as person
      where person.organization_id = portfolio.organization_id and person.portfolio_id = portfolio.id
        and person.called_at > now() - interval '24 hours'
      group by date_bin('15 minutes', person.called_at, 'epoch')
    ) as leaving on true
    where portfolio.organization_id = ${organizationId} and portfolio.id = portfolio_of(${organizationId}, ${channelId})
    group by portfolio.messaging_limit`;
  return row ?? null;
}
