import type { Queryable, Sql } from "../connection/client.ts";

/** Who holds a conversation: a user or a key until a time, or Meta's agent. */
export type Hold = {
  type: "user" | "key" | "meta_agent";
  id: string | null;
  name: string | null;
  since: string | null;
  until: string | null;
};

/** Has somebody hold a conversation until a time; null: for so many seconds. Resolves with who holds it instead; null when they do. */
export async function holdConversation(
  sql: Queryable,
  { organizationId, id }: { organizationId: string; id: string },
  wish: { by: string; is_bot: boolean; until: string | null; seconds: number },
): Promise<Hold | null> {
  const [row] = await sql<{ other: Hold | null }[]>`
    select hold_conversation(${organizationId}, ${id}, ${JSON.stringify(wish)}::text::json) as other`;
  return row?.other ?? null;
}

/** Ends a hold. Resolves with who holds the conversation all the same; null when nobody does. */
export async function releaseConversation(
  sql: Queryable,
  { organizationId, id }: { organizationId: string; id: string },
  wish: { by: string; is_bot: boolean },
): Promise<Hold | null> {
  const [row] = await sql<{ other: Hold | null }[]>`
    select release_hold(${organizationId}, ${id}, ${JSON.stringify(wish)}::text::json) as other`;
  return row?.other ?? null;
}

/** In one transaction: few enough to lock nobody's work for long. */
const AT_ONCE = 100;

/** Ends all holds that are over, however many daemons do so at once; see db/conversations/hold.sql. */
export async function endHolds(sql: Sql): Promise<void> {
  let ended: number;
  do {
    const [row] = await sql<{ ended: number }[]>`select end_holds(${AT_ONCE}) as ended`;
    ended = row?.ended ?? 0;
  } while (ended === AT_ONCE);
}
