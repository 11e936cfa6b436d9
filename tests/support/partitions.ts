import type { Sql } from "../../db/connection/client.ts";

/** Removes the partitions that a test's database comes with, for tests that make their own. */
export async function removePartitions(sql: Sql): Promise<void> {
  const [row] = await sql<{ names: string }[]>`
    select string_agg(name::text, ', ') as names
    from unnest(array['messages', 'message_attempts', 'events', 'deliveries']) as parent, partitions_of(parent)`;
  await sql.unsafe(`drop table ${row?.names}`);
}
