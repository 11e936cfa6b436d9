import type { Sql } from "./client.ts";

/** The installation's sealed check; `sealed` becomes it when there is none yet. */
export async function sealedCheck(sql: Sql, sealed: string): Promise<string> {
  await sql`insert into installation (sealed_check) values (${sealed}) on conflict do nothing`;
  const [row] = await sql<{ sealed_check: string }[]>`select sealed_check from installation`;
  return row?.sealed_check ?? sealed;
}
