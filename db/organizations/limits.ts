import type { Queryable } from "../connection/client.ts";

/** The requests of a subject in the window with this number. */
export type WindowCount = { subject: string; number: number; used: number };

/**
 * Adds what one daemon has counted, and returns what all have in the same
 * windows. Counts of a window that is over by the others' clocks are dropped.
 */
export async function addCounts(sql: Queryable, counts: readonly WindowCount[]): Promise<WindowCount[]> {
  if (counts.length === 0) return [];
  return await sql<WindowCount[]>`
    insert into rate_windows as kept (subject, number, used)
    select subject, number, used
    from json_to_recordset(${JSON.stringify(counts)}::text::json) as row (subject text, number bigint, used bigint)
    order by subject
    on conflict (subject) do update set
      number = greatest(kept.number, excluded.number),
      used = case
        when kept.number = excluded.number then kept.used + excluded.used
        when kept.number < excluded.number then excluded.used
        else kept.used
      end
    returning subject, number, used`;
}

/** Removes what nobody has counted since the window with this number. */
export async function forgetCounts(sql: Queryable, before: number): Promise<void> {
  await sql`delete from rate_windows where number < ${before}`;
}
