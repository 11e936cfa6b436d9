import type { Queryable, Sql } from "../connection/client.ts";

/** A place in the log of events; see db/events/positions.sql. */
export type EventPlace = { position: number; id: string };

export type EventRow = EventPlace & {
  organization_id: string;
  type: string;
  channel_id: string | null;
  /** As it is sent to endpoints, byte for byte. */
  body: string;
  /** Made on request, to test a webhook. */
  test: boolean;
  created_at: Date;
};

/** Which events are wanted; null is all. */
export type EventFilter = {
  types: readonly string[] | null;
  channelIds: readonly string[] | null;
  since: Date | null;
  /** Whether those that were made to try something out are among them. */
  tests: boolean;
};

/** Events after a place, as far as the log was read for them. */
export type EventPage = {
  rows: EventRow[];
  /** How far the log was read: at least to the last of the rows. */
  end: EventPlace;
  /** Whether there was more when it was read. */
  more: boolean;
};

/** Before the first event. */
export const BEGINNING: EventPlace = { position: 0, id: "" };

/** Rows that one look goes through for those that a filter wants: what bounds its time. */
const ROWS_A_LOOK = 2000;

/**
 * The types that are not in the index, since most events are of them; see
 * db/schema/tables/events/events.sql.
 */
export const USUAL_EVENT_TYPES: readonly string[] = [
  "message.new",
  "message.sent",
  "message.status_update",
  "contact.updated",
];

/** An event's body as it is signed and sent; null when there is no such event. */
export async function findEventBody(sql: Sql, organizationId: string, id: string): Promise<string | null> {
  const [row] = await sql<{ body: string }[]>`
    select body from events where organization_id = ${organizationId} and id = ${id}`;
  return row?.body ?? null;
}

/** The place of an event of these channels, null being any; null when there is none of that id, or not any more. */
export async function findEventPlace(
  sql: Sql,
  organizationId: string,
  id: string,
  channelIds: readonly string[] | null = null,
): Promise<EventPlace | null> {
  const [row] = await sql<EventPlace[]>`
    select position, id from events
    where organization_id = ${organizationId} and id = ${id}
      ${channelIds === null ? sql`` : sql`and channel_id = any (${channelIds as string[]})`}`;
  return row ?? null;
}

/** The place of the newest event that readers may see. */
export async function latestEventPlace(sql: Sql, organizationId: string): Promise<EventPlace> {
  const horizon = await eventHorizon(sql, organizationId);
  const [row] = await sql<EventPlace[]>`
    select position, id from events
    where organization_id = ${organizationId} and position < ${horizon}
    order by position desc, id desc limit 1`;
  return row ?? BEGINNING;
}

/** A place before every event of a moment and of all later ones, and not long before. */
export async function placeBefore(sql: Sql, organizationId: string, since: Date): Promise<EventPlace> {
  // ids are made up to a statement's length after the transaction that gives the position began
  const [row] = await sql<EventPlace[]>`
    select position, id from events
    where organization_id = ${organizationId}
      and id < 'evt_' || ulid_time(${since}::timestamptz - interval '1 minute')
    order by id desc limit 1`;
  return row ?? BEGINNING;
}

/**
 * At most `limit` wanted events after a place, in the log's order. A look ends
 * after so many rows, wanted or not: the page may be empty while there is more.
 */
export async function readEvents(
  sql: Sql,
  organizationId: string,
  { types, channelIds, since, tests }: EventFilter,
  after: EventPlace,
  limit: number,
): Promise<EventPage> {
  const indexed = types?.some((type) => USUAL_EVENT_TYPES.includes(type)) === false ? types : null;
  const isNarrow = (types !== null && indexed === null) || channelIds !== null || since !== null;
  const window = isNarrow ? Math.max(limit, ROWS_A_LOOK) : limit;
  const place = { sql, organizationId, after, horizon: await eventHorizon(sql, organizationId) };
  const found = await sql<(EventRow & { wanted: boolean; nth: number; looked_at: number })[]>`
    select * from (
      select event.*, row_number() over (order by position, id) as nth, count(*) over () as looked_at,
        (${types === null ? sql`true` : sql`type = any (${types as string[]})`}
        and ${channelIds === null ? sql`true` : sql`coalesce(channel_id = any (${channelIds as string[]}), false)`}
        and ${since === null ? sql`true` : sql`created_at >= ${since}`}
        and ${tests ? sql`true` : sql`not test`}) as wanted
      from (
        ${indexed === null ? following(place, window) : followingOf(place, indexed, window)}
      ) as event
    ) as look
    where wanted or nth = looked_at
    order by nth limit ${limit}`;
  const last = found.at(-1);
  if (last === undefined) return { rows: [], end: after, more: false };
  return {
    rows: found.filter((row) => row.wanted),
    end: { position: last.position, id: last.id },
    more: last.nth < last.looked_at || last.looked_at === window,
  };
}

/** Where the log is read: from after an event to the horizon. */
type LogPlace = { sql: Sql; organizationId: string; after: EventPlace; horizon: number };

/** The next events of the log. */
function following({ sql, organizationId, after, horizon }: LogPlace, limit: number) {
  return sql`
    select organization_id, id, position, type, channel_id, body, test, created_at from events
    where organization_id = ${organizationId} and (position, id) > (${after.position}, ${after.id})
      and position < ${horizon}
    order by position, id limit ${limit}`;
}

/** The next events of rare types, by their own index. */
function followingOf(
  { sql, organizationId, after, horizon }: LogPlace,
  types: readonly string[],
  limit: number,
) {
  return sql`
    select event.* from unnest(${[...new Set(types)]}::text[]) as wanted (type)
    cross join lateral (
      select organization_id, id, position, type, channel_id, body, test, created_at from events as one
      where one.organization_id = ${organizationId} and one.type = wanted.type
        -- written out as the index has it: the planner can't know it of a parameter
        and one.type not in ('message.new', 'message.sent', 'message.status_update', 'contact.updated')
        and (one.position, one.id) > (${after.position}, ${after.id}) and one.position < ${horizon}
      order by one.position, one.id limit ${limit}
    ) as event
    order by event.position, event.id limit ${limit}`;
}

/** The events after a place in each of several organisations, at most `limit` events each, in the log's order. */
export async function readEventsOfMany(
  sql: Sql,
  after: ReadonlyMap<string, EventPlace>,
  limit: number,
): Promise<EventRow[]> {
  const horizons = await eventHorizons(sql, [...after.keys()]);
  const places = [...after].map(([organization_id, place]) => ({
    ...{ organization_id, ...place },
    horizon: horizons.get(organization_id),
  }));
  return await sql<EventRow[]>`
    select event.* from json_to_recordset(${JSON.stringify(places)}::text::json)
      as place (organization_id text, position bigint, id text, horizon bigint)
    cross join lateral (
      select organization_id, id, position, type, channel_id, body, test, created_at from events as event
      where event.organization_id = place.organization_id and (event.position, event.id) > (place.position, place.id)
        and event.position < place.horizon
      order by event.position, event.id limit ${limit}
    ) as event
    order by event.organization_id, event.position, event.id`;
}

/** The newest position that was taken in any organisation's log; 0 before the first. */
export async function newestEventPosition(sql: Sql): Promise<number> {
  const [row] = await sql<{ newest: number | null }[]>`
    select pg_sequence_last_value('event_log_position') as newest`;
  return row?.newest ?? 0;
}

/** The position below which an organisation's events are final. */
async function eventHorizon(sql: Sql, organizationId: string): Promise<number> {
  const horizon = (await eventHorizons(sql, [organizationId])).get(organizationId);
  if (horizon === undefined) throw new Error("the log of events has no end");
  return horizon;
}

/** The horizon of each organisation. Read before each reading, in a statement of its own: see event_horizons. */
export async function eventHorizons(sql: Queryable, organizationIds: string[]): Promise<Map<string, number>> {
  const rows = await sql<{ organization_id: string; horizon: number }[]>`
    select organization_id, horizon from event_horizons(${organizationIds})`;
  return new Map(rows.map(({ organization_id, horizon }) => [organization_id, horizon]));
}

/** A process of the database whose transaction has written events, and whose end the logs of their organisations wait for. */
export type OpenEventWriter = {
  pid: number;
  application_name: string;
  client_address: string | null;
  /** Active, or idle in transaction. */
  state: string | null;
  since: Date;
};

/** Transactions that have held a log of events back for longer than `openMs`; the oldest first. */
export async function openEventWriters(sql: Sql, openMs: number): Promise<OpenEventWriter[]> {
  return await sql<OpenEventWriter[]>`
    select distinct process.pid, process.application_name, host(process.client_addr) as client_address, process.state,
      process.xact_start as since
    from open_event_positions(0) as writer
    join pg_stat_activity as process on process.pid = writer.pid
    where process.xact_start < now() - make_interval(secs => ${openMs / 1000})
    order by since
    limit 100`;
}

/** Keeps the log's order when the sequence of its positions was left behind; before anything is written. */
export async function continueEventPositions(sql: Sql): Promise<void> {
  await sql`select continue_event_positions()`;
}

/** Compares two places: below 0 when the first comes first. */
export function comparePlaces(one: EventPlace, other: EventPlace): number {
  if (one.position !== other.position) return one.position - other.position;
  if (one.id === other.id) return 0;
  return one.id < other.id ? -1 : 1;
}
