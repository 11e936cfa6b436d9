/** What the tables of a database take of the disk. */
import type { Sql } from "../../../db/connection/client.ts";

/** One table, its partitions together; in bytes, of one message or of all. */
export type TableSize = { table: string; rows: number; indexes: number };

/** All tables. */
export async function tableSizes(sql: Sql): Promise<TableSize[]> {
  const sizes = await sql<TableSize[]>`
    select coalesce(parent.relname, relation.relname)::text as table,
      sum(pg_table_size(relation.oid))::float as rows, sum(pg_indexes_size(relation.oid))::float as indexes
    from pg_class as relation
    left join pg_inherits on inhrelid = relation.oid
    left join pg_class as parent on parent.oid = inhparent
    where relation.relkind = 'r' and relation.relnamespace = (select relnamespace from pg_class where oid = 'messages'::regclass)
    group by 1 order by 2 desc`;
  return [...sizes];
}

/** Of how many bytes each table has grown for each of so many messages; those that grew by less than ten are left out. */
export function grownBy(
  before: readonly TableSize[],
  after: readonly TableSize[],
  messages: number,
): TableSize[] {
  return after.flatMap(({ table, rows, indexes }) => {
    const earlier = before.find((one) => one.table === table);
    const grown = {
      table,
      rows: Math.round((rows - (earlier?.rows ?? 0)) / messages),
      indexes: Math.round((indexes - (earlier?.indexes ?? 0)) / messages),
    };
    return grown.rows + grown.indexes < 10 ? [] : [grown];
  });
}

export function bytesOf(sizes: readonly TableSize[]): number {
  return sizes.reduce((sum, { rows, indexes }) => sum + rows + indexes, 0);
}
