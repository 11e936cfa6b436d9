import type { Sql } from "../connection/client.ts";

/** Where something came in that nobody reads. */
export const DRIFT_SOURCES = ["meta_webhook", "meta_answer", "stanza", "close_code"] as const;
export type DriftSource = (typeof DRIFT_SOURCES)[number];

/** How often something of a shape came in, and when first and last, in milliseconds since 1970. */
export type DriftCount = { source: DriftSource; shape: string; count: number; first: number; last: number };

export type DriftRow = {
  source: DriftSource;
  shape: string;
  first_seen: Date;
  last_seen: Date;
  count: number;
};

/** Something that has not come for so long is forgotten. */
const KEPT_DAYS = 180;

/** Adds counts to those of all daemons. At most `mostShapes` of each source are told apart; more count as `others`. */
export async function addDrift(
  sql: Sql,
  counts: readonly DriftCount[],
  { mostShapes, others }: { mostShapes: number; others: string },
): Promise<void> {
  await sql`
    with given as (
      select given.*, exists (
        select from drift as known where known.source = given.source and known.shape = given.shape
      ) as is_known
      from jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb)
        as given (source text, shape text, count bigint, first double precision, last double precision)
    ), placed as (
      select *, case when is_known then 0 else
        (select count(*) from drift as known where known.source = given.source)
          + row_number() over (partition by source, is_known order by shape) end as place
      from given
    )
    insert into drift as known (source, shape, first_seen, last_seen, count)
    select source, case when place <= ${mostShapes} then shape else ${others} end as shape,
      to_timestamp(min(first) / 1000), to_timestamp(max(last) / 1000), sum(count)
    from placed group by 1, 2 order by 1, 2
    on conflict (source, shape) do update set
      first_seen = least(known.first_seen, excluded.first_seen),
      last_seen = greatest(known.last_seen, excluded.last_seen),
      count = known.count + excluded.count`;
}

/** All that is counted, the newest first. */
export async function listDrift(sql: Sql): Promise<DriftRow[]> {
  return await sql<DriftRow[]>`
    select source, shape, first_seen, last_seen, count from drift order by first_seen desc, source, shape`;
}

/** Forgets what has not come for half a year. */
export async function forgetDrift(sql: Sql): Promise<void> {
  await sql`delete from drift where last_seen < now() - make_interval(days => ${KEPT_DAYS})`;
}
