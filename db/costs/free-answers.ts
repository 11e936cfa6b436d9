import type { Queryable } from "../connection/client.ts";

/** How many answers of a number's month are free, and how many of these are taken: delivered, or accepted. */
export type FreeAnswers = { taken: number; left: number };

/** Of numbers (digits; see numberOf) in a month of theirs, such as 2026-10, in the same order. */
export async function freeAnswersOf(
  sql: Queryable,
  organizationId: string,
  numbers: readonly { number: string; month: string }[],
): Promise<FreeAnswers[]> {
  return await sql<FreeAnswers[]>`
    select least(taken, free_answers())::float8 as taken, greatest(free_answers() - taken, 0)::float8 as left
    from unnest(
      ${numbers.map(({ number }) => number)}::text[], ${numbers.map(({ month }) => `${month}-01`)}::date[]
    ) with ordinality as wanted (number, month, place)
    cross join lateral (select free_answers_taken(${organizationId}, wanted.number, wanted.month) as taken) as counted
    order by wanted.place`;
}
