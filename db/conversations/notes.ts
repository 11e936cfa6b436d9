import { actorName } from "../auth/names.ts";
import type { Queryable } from "../connection/client.ts";

export type ConversationNoteRow = {
  id: string;
  body: string;
  /** The key or the user that wrote it, and their name; null when they are gone. */
  author: string;
  author_name: string | null;
  /** Those that it mentions and that are still there, by name. */
  mentions: { id: string; name: string }[];
  created_at: Date;
};

export type Colleague = { id: string; name: string };
export type ColleagueRow = Colleague & { role: string };

type Key = { organizationId: string; conversationId: string };

/** The notes of a conversation, newest first, older than `before` (a note's id). */
export async function listConversationNotes(
  sql: Queryable,
  { organizationId, conversationId }: Key,
  before: string | null,
  limit: number,
): Promise<ConversationNoteRow[]> {
  return await sql<ConversationNoteRow[]>`
    select ${shown(sql)} from conversation_notes as note
    where note.organization_id = ${organizationId} and note.conversation_id = ${conversationId}
      ${before === null ? sql`` : sql`and note.id < ${before}`}
    order by note.id desc limit ${limit}`;
}

/** Writes a note, with its event; fails as `isRefusedByBounds` when the conversation has a thousand already. */
export async function addConversationNote(
  sql: Queryable,
  { organizationId, conversationId }: Key,
  note: { id: string; body: string; author: string; mentions: readonly string[] },
): Promise<ConversationNoteRow> {
  const [row] = await sql<ConversationNoteRow[]>`
    select ${shown(sql)} from add_conversation_note(
      ${organizationId}, ${conversationId}, ${note.id}, ${note.body}, ${note.author},
      ${note.mentions as string[]}::uuid[]
    ) as note`;
  if (row === undefined) throw new Error("the note was not written");
  return row;
}

/** The users of an organisation that have one of these roles and may log in, by name. */
export async function listColleagues(
  sql: Queryable,
  organizationId: string,
  roles: readonly string[],
): Promise<ColleagueRow[]> {
  return await sql<ColleagueRow[]>`
    select id, role, coalesce(nullif(name, ''), split_part(email, '@', 1)) as name from users
    where organization_id = ${organizationId} and disabled_at is null and role = any (${roles as string[]}::text[])
    order by lower(coalesce(nullif(name, ''), split_part(email, '@', 1))), id`;
}

function shown(sql: Queryable) {
  return sql`note.id, note.body, note.author, note.created_at,
    ${actorName(sql, sql`note.organization_id`, sql`note.author`)} as author_name,
    coalesce(
      (
        select json_agg(
          json_build_object('id', known.id, 'name', coalesce(nullif(known.name, ''), split_part(known.email, '@', 1))) order by known.name, known.id
        )
        from users as known where known.organization_id = note.organization_id and known.id = any (note.mentions)
      ),
      '[]'
    ) as mentions`;
}
