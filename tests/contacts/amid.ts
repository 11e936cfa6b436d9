/** Runs work while another transaction is written and not committed yet. */
import type { Sql } from "../../db/connection/client.ts";
import { until } from "../support/until.ts";

/**
 * Begins `act` while `change` is written and not committed, and commits it once `act` is over or waits for a lock of
 * it. Returns what `act` does.
 */
export async function amid<Result>(
  sql: Sql,
  change: (transaction: Sql) => Promise<unknown>,
  act: () => Promise<Result>,
): Promise<Result> {
  const written = Promise.withResolvers<void>();
  const commit = Promise.withResolvers<void>();
  const changing = sql.begin(async (transaction) => {
    await change(transaction as unknown as Sql);
    written.resolve();
    await commit.promise;
  });
  await Promise.race([written.promise, changing]);
  let isOver = false;
  const acting = act().finally(() => {
    isOver = true;
  });
  await until(async () => isOver || (await isSomebodyWaiting(sql)));
  commit.resolve();
  await changing;
  return await acting;
}

async function isSomebodyWaiting(sql: Sql): Promise<boolean> {
  const rows = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return rows.length > 0;
}

/** The tables that name contacts or conversations, with the columns that do. */
export async function namingColumns(sql: Sql): Promise<{ table: string; column: string }[]> {
  return await sql<{ table: string; column: string }[]>`
    select columns.table_name as table, columns.column_name as column
    from information_schema.columns as columns
    join pg_class as relation on relation.oid = to_regclass(quote_ident(columns.table_name))
    where columns.table_schema = 'public' and columns.column_name in ('contact_id', 'conversation_id')
      and relation.relkind in ('r', 'p') and not relation.relispartition
    order by 1, 2`;
}

/** Rows that name a contact or conversation that there is none of: table, column and id of each. */
export async function orphans(sql: Sql): Promise<string[]> {
  const found: string[] = [];
  for (const { table, column } of await namingColumns(sql)) {
    const owner = column === "contact_id" ? "contacts" : "conversations";
    const rows = await sql<{ id: string }[]>`
      select ${sql(column)} as id from ${sql(table)} as one where ${sql(column)} is not null and not exists (
        select from ${sql(owner)} as owner where owner.organization_id = one.organization_id and owner.id = one.${sql(column)}
      )`;
    found.push(...rows.map(({ id }) => `${table}.${column} ${id}`));
  }
  return found;
}
