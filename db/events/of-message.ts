import type { Sql } from "../connection/client.ts";

/** An event that names a message, with the time at which it was written. */
export type EventOfMessage = { id: string; type: string; written_at: Date };

type Message = { organization_id: string; channel_id: string; id: string };

const AFTER_SECONDS = 10;
const ROWS_A_MOMENT = 5000;

/**
 * The events that name a message, oldest first. No index has them by their message, since each event would pay for it:
 * of the log, only what was written shortly after each of some moments is looked through, and no more than so many rows.
 */
export async function eventsOfMessage(
  sql: Sql,
  { organization_id, channel_id, id }: Message,
  moments: readonly Date[],
): Promise<EventOfMessage[]> {
  const times = moments.map((moment) => moment.toISOString());
  return await sql<EventOfMessage[]>`
    select distinct near.id, near.type, near.created_at as written_at
    from unnest(${times}::text[]) as moment (at)
    cross join lateral (
      select event.id, event.type, event.created_at, event.body, event.channel_id from events as event
      where event.organization_id = ${organization_id}
        and event.id >= 'evt_' || ulid_time(moment.at::timestamptz)
        and event.id < 'evt_' || ulid_time(moment.at::timestamptz + make_interval(secs => ${AFTER_SECONDS}))
      order by event.id limit ${ROWS_A_MOMENT}
    ) as near
    where near.channel_id = ${channel_id} and strpos(near.body, ${id}) > 0
    order by near.id`;
}
