import type { Queryable } from "./client.ts";

/** The database's clock, which is what rows are dated by: a daemon's may be set to anything. */
export async function databaseTime(sql: Queryable): Promise<Date> {
  const [row] = await sql<[{ now: Date }]>`select clock_timestamp() as now`;
  return row.now;
}
