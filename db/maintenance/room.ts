import type { Sql } from "../connection/client.ts";

/** Whether the database's disk has room for a megabyte more. */
export async function hasRoom(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ there: boolean }[]>`select has_room() as there`;
  return row?.there ?? false;
}
