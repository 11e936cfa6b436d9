/** Loads tables without their indexes, which are made afterwards: several times faster than keeping them up row by row. */
import type { Sql } from "../../../../db/connection/client.ts";

type Index = { table: string; name: string; definition: string; isConstraint: boolean };

/** Does the work while these tables have no index that can be missing, makes them again, and takes statistics. */
export async function withoutIndexes(
  sql: Sql,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  const indexes = await indexesOf(sql, tables);
  for (const index of indexes) await sql.unsafe(removal(index));
  await work();
  await Promise.all([buildInTurn(sql, indexes), buildInTurn(sql, indexes)]);
  const rest = [...tables];
  await Promise.all([vacuumInTurn(sql, rest), vacuumInTurn(sql, rest)]);
}

async function indexesOf(sql: Sql, tables: readonly string[]): Promise<Index[]> {
  const rows = await sql<Index[]>`
    select wanted.name as table, relation.relname as name, held.oid is not null as "isConstraint",
      coalesce(pg_get_constraintdef(held.oid), pg_get_indexdef(relation.oid)) as definition
    from unnest(${tables as string[]}::text[]) with ordinality as wanted (name, nth)
    join pg_index as index on index.indrelid = to_regclass(wanted.name)
    join pg_class as relation on relation.oid = index.indexrelid
    left join pg_constraint as held on held.conindid = index.indexrelid and held.contype in ('p', 'u')
    -- what another table refers to can't be taken away
    where not exists (
      select from pg_constraint as reference
      where reference.conindid = index.indexrelid and reference.contype = 'f'
    )
    order by wanted.nth, held.oid is null, relation.relname`;
  return [...rows];
}

function removal({ table, name, isConstraint }: Index): string {
  return isConstraint ? `alter table ${table} drop constraint ${name}` : `drop index ${name}`;
}

/** Makes what no other connection has begun to make. */
async function buildInTurn(sql: Sql, indexes: Index[]): Promise<void> {
  for (let index = indexes.shift(); index !== undefined; index = indexes.shift()) {
    const creation = creationOf(index);
    await sql.begin(async (transaction) => {
      await transaction`select set_config('maintenance_work_mem', '512MB', true)`;
      await transaction.unsafe(creation);
    });
  }
}

/**
 * As autovacuum would, but with all of the buffers, where Postgres has that option: it takes a fraction of the time.
 */
async function vacuumInTurn(sql: Sql, tables: string[]): Promise<void> {
  const connection = await sql.reserve();
  try {
    const name = "vacuum_buffer_usage_limit";
    await connection`select set_config(name, '0', false) from pg_settings where name = ${name}`;
    for (let table = tables.shift(); table !== undefined; table = tables.shift())
      await connection.unsafe(`vacuum analyze ${table}`);
    await connection`select set_config(name, reset_val, false) from pg_settings where name = ${name}`;
  } finally {
    connection.release();
  }
}

/** A partitioned index is described as that of its parent alone; made of all, it is made of each partition, too. */
function creationOf({ table, name, definition, isConstraint }: Index): string {
  if (isConstraint) return `alter table ${table} add constraint ${name} ${definition}`;
  return definition.replace(" ON ONLY ", " ON ");
}
