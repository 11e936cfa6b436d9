import type { ChannelSettings } from "../channels/settings.ts";
import type { Queryable } from "../connection/client.ts";

/** Messages ahead of one are counted up to this. */
export const MOST_AHEAD = 100;

/** Why a message in its channel's lane is not being sent, as far as it is known. */
export type Wait = {
  id: string;
  state: "queued" | "unknown";
  due_at: Date;
  is_due: boolean;
  /** It was put off, or waits after an attempt. */
  is_held: boolean;
  held_reason: string | null;
  /** What goes before it: to its person, and on its channel; one more than `MOST_AHEAD` is more. */
  ahead_of_person: number;
  ahead: number;
  channel: {
    name: string;
    platform: string;
    status: string;
    status_reason: string | null;
    is_deleted: boolean;
    settings: ChannelSettings;
    /** Until when nothing is sent; null when that is over. */
    rests_until: string | null;
    /** Null without a session. */
    is_paired: boolean | null;
  };
  /** Of the daemons that are alive. */
  roles: string[];
};

/** What these messages wait for, of those that are in a lane and not being sent. */
export async function readWaits(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, Wait>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<Wait[]>`
    select item.item_id as id, item.state, item.due_at, item.due_at <= now() as is_due, item.held as is_held,
      item.held_reason, (
        select count(*) from (
          -- each priority by the index that has it
          (
            select from lane_items as known
            where known.order_key = item.order_key and known.priority < low_priority() and known.position < item.position
              and known.organization_id = item.organization_id
            limit ${MOST_AHEAD + 1}
          )
          union all
          (
            select from lane_items as known
            where known.order_key = item.order_key and known.priority = low_priority() and known.position < item.position
              and known.organization_id = item.organization_id
            limit ${MOST_AHEAD + 1}
          )
        ) as one
      ) as ahead_of_person, (
        select count(*) from priorities() as rank (priority)
        -- one index, read in order, as far as the limit
        cross join lateral (
          select from lane_items as known
          where known.lane_id = item.lane_id and known.priority = rank.priority and known.due_at <= now()
            and (rank.priority < item.priority or (known.due_at, known.position) < (item.due_at, item.position))
            and not holds_files(known.kind)
          limit ${MOST_AHEAD + 1}
        ) as one
        where rank.priority <= item.priority
      ) as ahead, (
        select json_build_object(
          'name', channel.name, 'platform', channel.platform, 'status', channel.status,
          'status_reason', channel.status_reason, 'is_deleted', channel.deleted_at is not null,
          'settings', channel.settings,
          'rests_until', (
            select iso_time(lane.paused_until) from lanes as lane
            where lane.organization_id = channel.organization_id and lane.kind = 'channel'
              and lane.lane_id = channel.id and lane.paused_until > now()
          ),
          'is_paired', (
            select session.paired from web_sessions as session
            where session.organization_id = channel.organization_id and session.channel_id = channel.id
          )
        ) from channels as channel
        where channel.organization_id = item.organization_id and channel.id = item.lane_id
      ) as channel,
      array(
        select distinct role from daemons as daemon cross join lateral unnest(daemon.roles) as role
        where daemon.heartbeat_at > now() - daemon_silence()
      ) as roles
    from unnest(${ids as string[]}::text[]) as wanted (id)
    -- lateral with a limit: always a look-up by key, whatever the statistics say
    cross join lateral (
      select * from lane_items as known
      where known.organization_id = ${organizationId} and known.item_id = wanted.id and known.kind = 'channel'
        and known.state <> 'sending'
      limit 1
    ) as item`;
  return new Map(rows.map((row) => [row.id, row]));
}
