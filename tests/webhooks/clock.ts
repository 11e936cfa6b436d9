/** A clock that stands until a test moves it, in this process and in a database. */
import { setSystemTime } from "bun:test";
import type { ConnectOptions, Sql } from "../../db/connection/client.ts";
import { searchPath } from "../../db/functions/function-schema.ts";
import ids from "../../db/schema/ids.sql" with { type: "text" };

/**
 * The settings of sessions whose `now()` is the clock's: its schema comes
 * before Postgres' own, so that every function of the product calls it.
 */
export const BY_THE_CLOCK: ConnectOptions = {
  settings: { search_path: `clock, pg_catalog, ${searchPath()}` },
};

export type Clock = {
  now(): Date;
  /** Moves to a later moment. */
  moveTo(at: Date): Promise<void>;
  stop(): void;
};

/**
 * Makes the clock in a database; it begins at the present. `sql` need not go by
 * it. Ids are made by copies of their functions: the default of a parameter is
 * bound to the `now()` of when the function was made.
 */
export async function startClock(sql: Sql): Promise<Clock> {
  let at = new Date();
  await sql
    .unsafe(`
    create schema clock;
    create table clock.hand (at timestamptz);
    insert into clock.hand values ('${at.toISOString()}');
    create function clock.now() returns timestamptz language sql stable as 'select at from clock.hand';
    create function clock.clock_timestamp() returns timestamptz language sql volatile as 'select at from clock.hand';
    set local search_path = clock, pg_catalog, public;
    ${ids}
  `)
    .simple();
  setSystemTime(at);
  return {
    now: () => at,
    async moveTo(later) {
      at = later;
      await sql`update clock.hand set at = ${later}`;
      setSystemTime(later);
    },
    stop: () => void setSystemTime(),
  };
}
