import type { Sql } from "../connection/client.ts";
import { eventHorizons, newestEventPosition } from "../events/events.ts";

/** The steps of time in which traffic is counted, in seconds, and for how long each is kept, in hours. */
const TRAFFIC_STEPS = [
  { seconds: 60, keptHours: 3 },
  { seconds: 900, keptHours: 48 },
  { seconds: 21_600, keptHours: 24 * 62 },
] as const;
export type TrafficStep = (typeof TRAFFIC_STEPS)[number]["seconds"];

/** What was counted of a kind in one step of time. */
export type TrafficCount = {
  at: Date;
  /**
   * `accepted`, `sent`, `delivered`, `read`, `failed`, `received`, `login_lost`, or `failed` and the code of the error; of
   * the organisation alone: `webhook` and `webhook_failed`.
   */
  kind: string;
  count: number;
  /** Of sent messages and delivered webhooks: how long each waited, together and at most. */
  waited_ms: number;
  longest_ms: number;
};

/**
 * Makes the function that counts what the logs of all organisations have that was not counted yet, at most `most`
 * events of each. It returns how many were read; null when nothing was written since a count that left nothing, for
 * which no organisation is looked at.
 */
export function createTrafficCounter(sql: Sql): (most: number) => Promise<number | null> {
  /** The newest position of which everything is counted. */
  let counted: number | null = null;
  return async (most) => {
    const newest = await newestEventPosition(sql);
    if (newest === counted) return null;
    const { read, lowest } = await countTraffic(sql, most);
    // below it, transactions that are still open may have written
    counted = read === 0 && lowest > newest ? newest : null;
    return read;
  };
}

/** Counts once; `lowest` is the position up to which all logs are final. */
async function countTraffic(sql: Sql, most: number): Promise<{ read: number; lowest: number }> {
  await sql`
    insert into traffic_places (organization_id, position, event_id)
    select organization_id, 0, '' from organizations
    where not exists (
      select from traffic_places as known where known.organization_id = organizations.organization_id
    )
    on conflict do nothing`;
  const places = await sql<{ organization_id: string }[]>`select organization_id from traffic_places`;
  const horizons = await eventHorizons(
    sql,
    places.map(({ organization_id }) => organization_id),
  );
  const [row] = await sql<{ read: number }[]>`
    select count_traffic(${JSON.stringify(Object.fromEntries(horizons))}::text::jsonb, ${most}) as read`;
  return { read: row?.read ?? 0, lowest: Math.min(...horizons.values()) };
}

/** What was counted of a kind in the minute that begins at `at`. */
export type Counted = Omit<TrafficCount, "at"> & { organization_id: string; at: string };

/** Adds counts that the log of events does not have, to all of an organisation's channels together. */
export async function addTraffic(sql: Sql, counts: readonly Counted[]): Promise<void> {
  const steps = TRAFFIC_STEPS.map(({ seconds }) => seconds);
  await sql`
    insert into traffic_counts as known (organization_id, step, at, channel_id, kind, count, waited_ms, longest_ms)
    select counted.organization_id, step, date_bin(make_interval(secs => step), counted.at, 'epoch'), '', counted.kind,
      sum(counted.count), sum(counted.waited_ms), max(counted.longest_ms)
    from json_to_recordset(${JSON.stringify(counts)}::text::json) as counted (
      organization_id text, at timestamptz, kind text, count bigint, waited_ms bigint, longest_ms bigint
    )
    cross join unnest(${steps}::integer[]) as step
    group by 1, 2, 3, 5
    -- in one order, also beside other daemons
    order by 1, 2, 3, 5
    on conflict (organization_id, step, at, channel_id, kind) do update set
      count = known.count + excluded.count,
      waited_ms = known.waited_ms + excluded.waited_ms,
      longest_ms = greatest(known.longest_ms, excluded.longest_ms)`;
}

/** What was counted since a moment, of these channels together; null is all. */
export async function trafficSince(
  sql: Sql,
  organizationId: string,
  { step, since, channelIds }: { step: TrafficStep; since: Date; channelIds: readonly string[] | null },
): Promise<TrafficCount[]> {
  return await sql<TrafficCount[]>`
    select at, kind, sum(count)::bigint as count, sum(waited_ms)::bigint as waited_ms,
      max(longest_ms)::bigint as longest_ms
    from traffic_counts
    where organization_id = ${organizationId} and step = ${step} and at >= ${since}
      and channel_id = any (${(channelIds ?? [""]) as string[]})
    group by at, kind order by at, kind`;
}

/** Deletes counts that are kept no longer. */
export async function forgetTraffic(sql: Sql): Promise<void> {
  for (const { seconds, keptHours } of TRAFFIC_STEPS)
    await sql`
      delete from traffic_counts
      where step = ${seconds} and at < now() - make_interval(hours => ${keptHours})`;
}
