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

/** Since when, by which user or key, and why a conversation is kept beyond every retention. */
export type LegalHold = { since: string; by: string; reason: string };

/** Puts a conversation under a legal hold, or (null) releases it, with the event of the change; one that is held keeps its since. */
export async function setLegalHold(
  sql: Queryable,
  { organizationId, id }: { organizationId: string; id: string },
  hold: Omit<LegalHold, "since"> | null,
): Promise<void> {
  await sql`
    with changed as (
      update conversations as known set
        legal_hold = ${hold === null ? null : JSON.stringify(hold)}::text::jsonb
          || jsonb_build_object('since', coalesce(known.legal_hold ->> 'since', iso_time(now()))),
        updated_at = now(), changed_at = now()
      where known.organization_id = ${organizationId} and known.id = ${id}
        and (known.legal_hold is not null or ${hold !== null})
      returning conversation_event(known) as event
    )
    select emit_events(array[changed.event]) from changed`;
}
