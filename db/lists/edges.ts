import type { Queryable, Sql } from "../connection/client.ts";

/** A piece of a statement. */
export type Fragment = ReturnType<Sql>;

/** Times fewer rows are looked through where each of them is on another page of the table. */
export const SCATTERED = 5;

/** The condition that rows are after the place `from` (null: from the newest on), as far as `to` and with it (null: to the end). */
export function between(sql: Queryable, id: Fragment, from: string | null, to: string | null): Fragment {
  return sql`
    ${from === null ? sql`` : sql`and ${id} < ${from}`}
    ${to === null ? sql`` : sql`and ${id} >= ${to}`}`;
}

/** The last of so many places: `rows` is what is selected from, and on which conditions. Null when there are fewer. */
export async function edgeOf(
  sql: Queryable,
  id: Fragment,
  rows: Fragment,
  places: number,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select ${id} as id ${rows} order by ${id} desc offset ${Math.ceil(places) - 1} limit 1`;
  return row?.id ?? null;
}

/** The same of several lists of rows, each of which has an equal share: where the first of them is cut off. */
export async function edgeOfEach(
  sql: Queryable,
  wanted: Fragment,
  id: Fragment,
  rows: Fragment,
  share: number,
): Promise<string | null> {
  const [row] = await sql<{ id: string }[]>`
    select edge.id from ${wanted}
    cross join lateral (
      select ${id} as id ${rows} order by ${id} desc offset ${Math.ceil(share) - 1} limit 1
    ) as edge
    order by edge.id desc limit 1`;
  return row?.id ?? null;
}
