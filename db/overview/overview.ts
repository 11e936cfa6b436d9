import type { Sql } from "../connection/client.ts";

/** What waits in one lane, as far as it was counted. */
export type LaneDepth = {
  kind: string;
  lane_id: string;
  waiting: number;
  /** Whether counting ended before the last of them. */
  counted_all: boolean;
  /** When the item that has been due longest became due; null when none is due. */
  oldest_due_at: Date | null;
  /** When the next item becomes due; null when there is none. */
  next_due_at: Date | null;
  paused_until: Date | null;
  /** Whether a daemon is working on it. */
  owned: boolean;
};

/** How deliveries to an endpoint are doing, besides what its own record says. */
export type EndpointFate = {
  id: string;
  /** Since its last success. */
  failures: number;
  /** Whether it is tried with one delivery at a time. */
  probed: boolean;
  last_status: number | null;
  last_error: string | null;
};

/** The newest attempts at an endpoint among which its last failure is looked for. */
const ATTEMPTS_A_LOOK = 500;

/**
 * What waits in lanes: those of the given ones in which something does. Counts
 * at most so many items of each lane, in the order in which they are due.
 */
export async function laneDepths(
  sql: Sql,
  organizationId: string,
  laneIds: readonly string[],
  counted: number,
): Promise<LaneDepth[]> {
  // one index, read in order, as far as the limit; a channel's files wait in a lane of the same id
  const firstOf = (items: ReturnType<Sql>) => sql`
    select organization_id, kind, due_at, cardinality(deliveries_of(lane_items)) as waiting from lane_items
    where lane_id = wanted.id and ${items} and state <> 'sending'
    order by due_at, position limit ${counted}`;
  const ofEachPriority = sql`
    select known.* from priorities() as rank (priority)
    cross join lateral (${firstOf(sql`priority = rank.priority and not holds_files(kind)`)}) as known`;
  return await sql<LaneDepth[]>`
    select depth.kind, wanted.id as lane_id, depth.waiting, depth.waiting < ${counted}::bigint as counted_all,
      depth.oldest_due_at, depth.next_due_at, lane.paused_until, lane.owner is not null as owned
    from unnest(${laneIds as string[]}::text[]) as wanted (id)
    cross join lateral (
      select item.organization_id, item.kind, least(sum(item.waiting), ${counted}::bigint)::bigint as waiting,
        min(item.due_at) filter (where item.due_at <= now()) as oldest_due_at,
        min(item.due_at) filter (where item.due_at > now()) as next_due_at
      from (${ofEachPriority} union all (${firstOf(sql`kind = 'media'`)})) as item
      group by item.organization_id, item.kind
    ) as depth
    left join lateral (
      select known.paused_until, known.owner from lanes as known
      where known.organization_id = ${organizationId} and known.kind = depth.kind and known.lane_id = wanted.id
      limit 1
    ) as lane on true
    where depth.organization_id = ${organizationId}`;
}

/** How every endpoint of an organisation fares, with the last failure of those that fail. */
export async function endpointFates(sql: Sql, organizationId: string): Promise<EndpointFate[]> {
  return await sql<EndpointFate[]>`
    select endpoint.id, endpoint.failures, is_probed(endpoint) as probed,
      last.response_status as last_status, last.error as last_error
    from webhook_endpoints as endpoint
    left join lateral (
      select attempt.response_status, attempt.error
      from (
        select * from deliveries as newest
        where newest.endpoint_id = endpoint.id order by newest.id desc limit ${ATTEMPTS_A_LOOK}
      ) as attempt
      where attempt.organization_id = ${organizationId} and attempt.status in ('failed', 'exhausted')
      order by attempt.finished_at desc limit 1
    ) as last on endpoint.failing_since is not null
    where endpoint.organization_id = ${organizationId}`;
}
