import { actorName } from "../auth/names.ts";
import type { Queryable } from "../connection/client.ts";
import type { Fragment } from "../lists/edges.ts";

export type TimeGroup = "user" | "team" | "channel" | "hour";

export type TimeFilter = {
  organizationId: string;
  /** Days of the time zone; the last is counted whole. */
  from: string;
  to: string;
  zone: string;
  /** The channels the caller may see; null is all. */
  channelIds: readonly string[] | null;
  teamId?: string | undefined;
};

/** How many there were, and in seconds how long half and nine of ten took at most; null of none. */
export type Took = { count: number; median_seconds: number | null; p90_seconds: number | null };
export type Times = { answers: Took; resolutions: Took };
export type GroupedTimes = Times & { group: string | null; name: string | null };

/** What is automatic has a group of its own, whatever is asked for. */
const AUTOMATIC = "automatic";

/** The times of each group, hours in their order, others by how many there were; and of all that is not automatic. */
export async function readTimes(
  sql: Queryable,
  filter: TimeFilter,
  groupBy: TimeGroup,
): Promise<{ groups: GroupedTimes[]; total: Times }> {
  const rows = await sql<(GroupedTimes & { is_total: boolean })[]>`
    with timed as (
      select ${groupOf(sql, filter, groupBy)} as "group", kind,
        extract(epoch from ended_at - began_at)::float8 as seconds
      from response_times
      where organization_id = ${filter.organizationId}
        and ended_at >= ${filter.from}::date::timestamp at time zone ${filter.zone}
        and ended_at < (${filter.to}::date + 1)::timestamp at time zone ${filter.zone}
        ${filter.channelIds === null ? sql`` : sql`and channel_id = any (${filter.channelIds as string[]})`}
        ${filter.teamId === undefined ? sql`` : sql`and team_id = ${filter.teamId}`}
    ), grouped as (
      select case when kind = 'automatic' then ${AUTOMATIC} else "group" end as "group", kind = 'automatic' as is_automatic, kind, seconds
      from timed
    ), summed as (
      select grouping("group") = 1 as is_total, "group", is_automatic,
        count(*) as counted,
        ${took(sql, "answers", sql`kind <> 'resolution'`)}, ${took(sql, "resolutions", sql`kind = 'resolution'`)}
      from grouped
      group by grouping sets (("group", is_automatic), (is_automatic))
    )
    select is_total, "group", ${shown(sql, "answers")}, ${shown(sql, "resolutions")},
      ${nameOf(sql, filter.organizationId, groupBy)} as name from summed
    where not (is_total and is_automatic)
    order by is_total desc, is_automatic, ${groupBy === "hour" ? sql`` : sql`counted desc,`} "group"`;
  const all = rows.find(({ is_total }) => is_total);
  return {
    groups: rows.filter(({ is_total }) => !is_total).map(({ is_total: _, ...row }) => row),
    total: { answers: all?.answers ?? NONE, resolutions: all?.resolutions ?? NONE },
  };
}

const NONE: Took = { count: 0, median_seconds: null, p90_seconds: null };

function took(sql: Queryable, name: keyof Times, which: Fragment): Fragment {
  // both shares by one sort
  return sql`count(*) filter (where ${which}) as ${sql(name)},
    percentile_cont(array[0.5, 0.9]) within group (order by seconds) filter (where ${which}) as ${sql(`${name}_in`)}`;
}

function shown(sql: Queryable, name: keyof Times): Fragment {
  const seconds = sql(`${name}_in`);
  return sql`json_build_object(
    'count', ${sql(name)}, 'median_seconds', round(${seconds}[1]), 'p90_seconds', round(${seconds}[2])
  ) as ${sql(name)}`;
}

function groupOf(sql: Queryable, { zone }: TimeFilter, groupBy: TimeGroup): Fragment {
  const groups: Record<TimeGroup, Fragment> = {
    user: sql`author`,
    team: sql`team_id`,
    channel: sql`channel_id`,
    hour: sql`lpad(extract(hour from began_at at time zone ${zone})::text, 2, '0')`,
  };
  return groups[groupBy];
}

/** What a group is called; null where it is gone. */
function nameOf(sql: Queryable, organizationId: string, groupBy: TimeGroup): Fragment {
  if (groupBy === "hour") return sql`null`;
  if (groupBy === "user") return actorName(sql, sql`${organizationId}`, sql`summed."group"`);
  return sql`(
    select known.name from ${sql(groupBy === "team" ? "teams" : "channels")} as known
    where known.organization_id = ${organizationId} and known.id = summed."group"
  )`;
}
