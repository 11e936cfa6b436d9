/** Which messages are a person's: those of their own conversations, and what they wrote in groups. */
import type { Sql } from "../connection/client.ts";
import type { Person } from "./sections.ts";

/** What one look at a conversation found: ids in order, and behind which id the next look begins; null: none is left. */
export type MessageLook = { ids: string[]; next: string | null };

/** Before the ids of all messages. */
export const BEFORE_MESSAGES = "00000000-0000-0000-0000-000000000000";

/** The conversations in which a person may have written: their own, and those of all groups. */
export async function conversationsOf(
  sql: Sql,
  organizationId: string,
  person: Person,
): Promise<{ id: string; is_group: boolean }[]> {
  return await sql<{ id: string; is_group: boolean }[]>`
    select id, false as is_group from conversations
    where organization_id = ${organizationId} and id = any (${person.conversations})
    union all
    select talk.id, true from contact_identities as "group"
    join conversations as talk on talk.organization_id = "group".organization_id and talk.contact_id = "group".contact_id
    where "group".organization_id = ${organizationId} and "group".type = 'group' and "group".source = ''
    order by is_group, id`;
}

/** Looks at the next messages of a conversation, at most so many: which of them are the person's. */
export async function lookAtMessages(
  sql: Sql,
  { id, is_group }: { id: string; is_group: boolean },
  person: Person,
  { after, most }: { after: string; most: number },
): Promise<MessageLook> {
  const rows = await sql<{ id: string; is_theirs: boolean }[]>`
    select id, ${is_group ? sql`coalesce(participant ~ ${person.pattern}, false)` : sql`true`} as is_theirs
    from messages where conversation_id = ${id} and id > ${after} order by id limit ${most}`;
  return {
    ids: rows.filter(({ is_theirs }) => is_theirs).map((row) => row.id),
    next: rows.length < most ? null : (rows.at(-1)?.id ?? null),
  };
}
