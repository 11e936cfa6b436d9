import type { Sql } from "../connection/client.ts";

/** Messages ended at once at least, where as many are past their end: each is written, with an event. */
const AT_ONCE = 500;

/** Ends the messages that wait past their end; does nothing while another daemon does so. Returns how many ended. */
export async function expireMessages(sql: Sql): Promise<number> {
  let ended = 0;
  while (true) {
    const [row] = await sql<{ ended: number }[]>`select expire_messages(${AT_ONCE}) as ended`;
    ended += row?.ended ?? 0;
    if ((row?.ended ?? 0) < AT_ONCE) return ended;
  }
}
