import type { Queryable } from "../connection/client.ts";

/** How many there are, what they are expected to cost, and how many of them have no price. */
export type Planned = { count: number; amount: number; unpriced: number };

export type PlannedFilter = {
  organizationId: string;
  currency: string;
  /** Official ones. */
  channelIds: readonly string[];
  until: Date;
};

/** The messages of some channels that are scheduled until a time. */
export async function plannedMessages(
  sql: Queryable,
  { organizationId, currency, channelIds, until }: PlannedFilter,
): Promise<Planned> {
  const [row] = await sql<[Planned]>`
    select ${sums(sql)}
    from unnest(${channelIds as string[]}::text[]) as channel (id)
    join lane_items as item on item.lane_id = channel.id and item.priority between 0 and 2
      and item.due_at > now() and item.due_at < ${until}
    cross join lateral (
      select case when known.cost ->> 'currency' = ${currency} then (shown_expected(known.cost) ->> 'amount')::numeric end as amount
      from messages as known
      where known.organization_id = ${organizationId} and known.id = item.item_id::uuid and known.status = 'scheduled'
      limit 1
    ) as one
    where item.organization_id = ${organizationId} and item.kind = 'channel'`;
  return row;
}

/** The broadcasts over some channels alone that are scheduled until a time, as their last previews said. */
export async function plannedBroadcasts(
  sql: Queryable,
  { organizationId, currency, channelIds, until }: PlannedFilter,
): Promise<Planned> {
  const [row] = await sql<[Planned]>`
    select ${sums(sql)}
    from (
      select case when preview::json -> 'cost' ->> 'currency' = ${currency}
        then (preview::json -> 'cost' ->> 'amount')::numeric end as amount
      from broadcasts
      where organization_id = ${organizationId} and status = 'scheduled' and starts_at < ${until}
        and channel_ids <@ ${channelIds as string[]}::text[]
    ) as one`;
  return row;
}

function sums(sql: Queryable) {
  return sql`count(*)::float8 as count, coalesce(sum(amount), 0)::float8 as amount,
    (count(*) - count(amount))::float8 as unpriced`;
}
