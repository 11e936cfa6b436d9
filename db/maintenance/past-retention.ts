import type { Sql } from "../connection/client.ts";

const ROWS_AT_ONCE = 1000;
const DELIVERIES_AT_ONCE = 5000;

/**
 * Ends the deliveries of before a moment that still wait, of one organisation
 * or of all: their events go. Their endpoints' records say how many they were.
 */
export async function endStaleDeliveries(
  sql: Sql,
  before: Date,
  organizationId: string | null = null,
): Promise<void> {
  const endSome = async () => {
    const [row] = await sql<{ ended: number }[]>`
      select end_stale_deliveries(${organizationId}, 'dlv_' || ulid_time(${before}), ${DELIVERIES_AT_ONCE}) as ended`;
    return row?.ended ?? 0;
  };
  while ((await endSome()) === DELIVERIES_AT_ONCE);
}

type Place = { organization_id: string; id: string };
const BEGIN: Place = { organization_id: "", id: "00000000-0000-0000-0000-000000000000" };

/**
 * Deletes the messages of partitions that are past the retention and stay for
 * the sake of others in them, which wait to be sent, were lately, or are under a
 * legal hold: see holds_unfinished and holds_legally in db/maintenance/partitions.sql.
 */
export async function forgetFinished(sql: Sql, before: Date): Promise<void> {
  const holding = await sql<{ starts_at: Date; ends_at: Date }[]>`
    select starts_at, ends_at from partitions_of('messages')
    where ends_at <= ${before} and (holds_unfinished(starts_at, ends_at) or holds_legally(starts_at, ends_at))`;
  for (const { starts_at, ends_at } of holding) {
    const forgetNext = async (after: Place) => {
      const [last] = await sql<Place[]>`
        select organization_id, id
        from forget_finished(${starts_at}, ${ends_at}, ${after.organization_id}, ${after.id}, ${ROWS_AT_ONCE})`;
      return last;
    };
    let place: Place | undefined = BEGIN;
    while (place !== undefined) place = await forgetNext(place);
  }
}
