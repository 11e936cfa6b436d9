import type { Sql } from "../../db/connection/client.ts";
import { until } from "./until.ts";

/** Statements of the database that fail while a test wants them to. */
export type Faults = {
  /** From now on every update of the table, or what else was named, fails with this SQLSTATE. */
  begin(sqlstate: string): Promise<void>;
  /** Resolves when so many have failed since the fault began. */
  met(times: number): Promise<void>;
  end(): Promise<void>;
};

/** Puts a trigger on a table through which its updates, or its insertions, can be made to fail. */
export async function createFaults(
  sql: Sql,
  table: string,
  change: "update" | "insert" = "update",
): Promise<Faults> {
  await sql.unsafe(`
    create table fault (sqlstate text);
    create sequence faults_met; -- counts what is rolled back, too
    create function meet_fault() returns trigger language plpgsql as $$
    declare
      wanted text := (select sqlstate from fault limit 1);
    begin
      if wanted is not null then
        perform nextval('faults_met');
        raise exception 'a fault of the test' using errcode = wanted;
      end if;
      return new;
    end $$;
    create trigger meet_fault before ${change} on ${table} for each row execute function meet_fault();
  `);
  return {
    async begin(sqlstate) {
      await sql`select setval('faults_met', 1, false)`;
      await sql`insert into fault values (${sqlstate})`;
    },
    async met(times) {
      const enough = async () =>
        (await sql`select from faults_met where is_called and last_value >= ${times}`).length > 0;
      await until(enough);
    },
    async end() {
      await sql`delete from fault`;
    },
  };
}
