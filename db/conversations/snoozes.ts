import type { Sql } from "../connection/client.ts";

/** In one transaction: few enough to lock nobody's work for long. */
const AT_ONCE = 100;

/** Opens all conversations whose snooze is over, however many daemons do so at once; see db/conversations/update.sql. */
export async function endSnoozes(sql: Sql): Promise<void> {
  let ended: number;
  do {
    const [row] = await sql<{ ended: number }[]>`select end_snoozes(${AT_ONCE}) as ended`;
    ended = row?.ended ?? 0;
  } while (ended === AT_ONCE);
}
