/** The statuses that channels went through, for a test that looks too late for one that lasted for a moment. */
import type { Standing } from "../../daemon/channels/session.ts";
import type { Sql } from "../../db/connection/client.ts";

type Channel = Standing["channel"];
type Change = Pick<Channel, "status" | "status_reason">;

export function createStatusHistory(sql: Sql) {
  /** How many changes of each channel were waited for. */
  const passed = new Map<string, number>();

  return {
    /** The one of these statuses that a channel has, or had since the one that was waited for before. */
    async reached(channel: Channel, statuses: string[]): Promise<Change | null> {
      const before = passed.get(channel.id) ?? 0;
      const changes = await changesOf(sql, channel.id, before);
      const isThere = statuses.includes(channel.status);
      const index = isThere
        ? changes.findLastIndex(({ status }) => status === channel.status)
        : changes.findIndex(({ status }) => statuses.includes(status));
      passed.set(channel.id, before + index + 1);
      return isThere ? channel : (changes[index] ?? null);
    },
  };
}

async function changesOf(sql: Sql, channelId: string, after: number): Promise<Change[]> {
  return sql<Change[]>`
    select body::json ->> 'status' as status, body::json ->> 'reason' as status_reason
    from events
    where channel_id = ${channelId} and type = 'channel.status_changed'
    order by id
    offset ${after}`;
}
