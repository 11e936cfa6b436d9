/** What another retention would delete, counted before it is set. */
import { dayOf } from "../auth/audit-retention.ts";
import type { Queryable } from "../connection/client.ts";
import { databaseTime } from "../connection/database-time.ts";
import { channelIdsOf, cutoffOf, type Keeping, type KeptKind } from "./kept.ts";

/** Things of one kind and one channel; of events, entries of the log and uploaded files the channel is null. */
export type WouldGo = {
  kind: KeptKind;
  channel_id: string | null;
  count: number;
  /** Of files. */
  bytes: number | null;
  oldest_at: Date;
  /** More are there than were looked at: the rest of the time is taken to have as many. */
  is_estimate: boolean;
};

/** So many rows of each kind are looked at, which takes some seconds; of each channel's messages 500 at least. */
const MOST_LOOKED_AT = 50_000;
const LEAST_OF_CHANNEL = 500;

/**
 * What is kept as an organisation keeps it now, and would go at once if it kept it as `next` says: the oldest of each are
 * looked at, at most `most` of a kind. What waits to be sent, and files that something needs, go in neither case.
 */
export async function previewRetention(
  sql: Queryable,
  now: Keeping,
  next: Keeping,
  most = MOST_LOOKED_AT,
): Promise<WouldGo[]> {
  const at = await databaseTime(sql);
  const { organizationId } = now;
  const channels = await channelIdsOf(sql, organizationId);
  // the audit log goes by whole days
  const logs = { after: dayOf(cutoffOf(now, at, "logs")), before: dayOf(cutoffOf(next, at, "logs")) };
  const spanOf = (kind: KeptKind, id: string | null = null): Span => ({
    ...{ channel_id: id, after: cutoffOf(now, at, kind, id), before: cutoffOf(next, at, kind, id) },
  });
  const spansOf = (kind: KeptKind) => channels.map((id) => spanOf(kind, id)).filter(isShorter);
  const counting = { sql, organizationId, most };
  return [
    ...(await countMessages(counting, spansOf("messages"))),
    ...(await countFiles(counting, [spanOf("files"), ...spansOf("files")].filter(isShorter))),
    ...(await countEvents(counting, spanOf("events"))),
    ...(await countLogs(counting, { channel_id: null, ...logs })),
  ];
}

/** What was made in a span of time is kept now, and goes. */
type Span = { channel_id: string | null; after: Date; before: Date };
type Counting = { sql: Queryable; organizationId: string; most: number };
type Counted = {
  channel_id: string | null;
  count: number;
  bytes: number | null;
  first: Date;
  /** Of all that was looked at. */
  looked: number;
  last: Date;
  before: Date;
};

function isShorter({ after, before }: Span): boolean {
  return after < before;
}

async function countMessages({ sql, most }: Counting, spans: readonly Span[]): Promise<WouldGo[]> {
  if (spans.length === 0) return [];
  const each = Math.max(LEAST_OF_CHANNEL, Math.floor(most / spans.length));
  const rows = await sql<Counted[]>`
    select span.channel_id, span.before, null::bigint as bytes, counted.*
    from json_to_recordset(${JSON.stringify(spans)}::text::json) as span (channel_id text, after timestamptz, before timestamptz)
    cross join lateral (
      select count(*) filter (where goes)::integer as count, min(at) filter (where goes) as first,
        count(*)::integer as looked, max(at) as last
      from (
        select bound_time(message.id::text) as at,
          is_done_with(message) as goes
        from messages as message
        where message.channel_id = span.channel_id
          and message.id >= uuid_bound(span.after) and message.id < uuid_bound(span.before)
        order by message.id
        limit ${each}
      ) as looked
    ) as counted`;
  return rows.flatMap((row) => goingOf("messages", row, row.looked === each));
}

/** Forms that were made of files go with them, and are not counted. */
async function countFiles(
  { sql, organizationId, most }: Counting,
  spans: readonly Span[],
): Promise<WouldGo[]> {
  if (spans.length === 0) return [];
  const newest = new Date(Math.max(...spans.map(({ before }) => before.getTime())));
  const rows = await sql<(Counted & { all: number })[]>`
    with looked as (
      select media.*, media as file from media
      where organization_id = ${organizationId} and id < 'med_' || ulid_time(${newest}::timestamptz + '1 day')
      order by id limit ${most}
    )
    select span.channel_id, span.before, count(*)::integer as count, sum(coalesce(size, 0))::bigint as bytes,
      min(created_at) as first, (select count(*) from looked)::integer as looked,
      (select max(created_at) from looked) as last
    from looked
    join json_to_recordset(${JSON.stringify(spans)}::text::json) as span (channel_id text, after timestamptz, before timestamptz)
      on span.channel_id is not distinct from looked.channel_id
    where direction <> 'converted' and created_at < span.before
      and coalesce(renewed_at, created_at) >= span.after and coalesce(renewed_at, created_at) < span.before
      and not is_file_needed(looked.file) and not is_file_held(looked.file)
    group by span.channel_id, span.before
    order by span.channel_id nulls first`;
  return rows.flatMap((row) => goingOf("files", row, row.looked === most));
}

async function countEvents({ sql, organizationId, most }: Counting, span: Span): Promise<WouldGo[]> {
  return await countRows(
    "events",
    { sql, most },
    span,
    sql`
    select created_at from events
    where organization_id = ${organizationId}
      and id >= 'evt_' || ulid_time(${span.after}) and id < 'evt_' || ulid_time(${span.before})
    order by id limit ${most}`,
  );
}

async function countLogs({ sql, organizationId, most }: Counting, span: Span): Promise<WouldGo[]> {
  return await countRows(
    "logs",
    { sql, most },
    span,
    sql`
    select created_at from audit_log
    where organization_id = ${organizationId} and created_at >= ${span.after} and created_at < ${span.before}
      and id >= 'aud_' || ulid_time(${span.after}::timestamptz - '1 day'::interval)
      and id < 'aud_' || ulid_time(${span.before}::timestamptz + '1 day'::interval)
    order by id limit ${most}`,
  );
}

type Fragment = ReturnType<Counting["sql"]>;

async function countRows(
  kind: KeptKind,
  { sql, most }: Pick<Counting, "sql" | "most">,
  span: Span,
  rows: Fragment,
): Promise<WouldGo[]> {
  if (!isShorter(span)) return [];
  const [counted] = await sql<Counted[]>`
    select null as channel_id, ${span.before}::timestamptz as before, count(*)::integer as count, null::bigint as bytes,
      min(created_at) as first, count(*)::integer as looked, max(created_at) as last
    from (${rows}) as looked`;
  return counted === undefined ? [] : goingOf(kind, counted, counted.looked === most);
}

/** Of the oldest that were looked at, how many there are in all, if the rest of the time has as many. */
function goingOf(kind: KeptKind, row: Counted, isEstimate: boolean): WouldGo[] {
  if (row.count === 0) return [];
  const looked = Math.max(1, row.last.getTime() - row.first.getTime());
  const times = isEstimate ? Math.max(1, (row.before.getTime() - row.first.getTime()) / looked) : 1;
  return [
    {
      ...{ kind, channel_id: row.channel_id, count: Math.round(row.count * times) },
      bytes: row.bytes === null ? null : Math.round(row.bytes * times),
      ...{ oldest_at: row.first, is_estimate: isEstimate },
    },
  ];
}
