import type { Queryable } from "../connection/client.ts";
import type { TagRow } from "../contacts/details.ts";

type ConversationKey = { organizationId: string; conversationId: string };

/** The most tags that a conversation has. */
export const MOST_TAGS = 100;

/** The tags of a conversation, by name. */
export async function listConversationTags(
  sql: Queryable,
  { organizationId, conversationId }: ConversationKey,
): Promise<TagRow[]> {
  return await sql<TagRow[]>`
    select name, created_at from conversation_tags
    where organization_id = ${organizationId} and conversation_id = ${conversationId}
    order by name`;
}

export type TagOutcome = "changed" | "unchanged" | "missing" | "too_many";

/** Gives a conversation tags and takes others away; see db/conversations/tag.sql. */
export async function tagConversation(
  sql: Queryable,
  { organizationId, conversationId }: ConversationKey,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): Promise<TagOutcome> {
  const [row] = await sql<{ outcome: TagOutcome }[]>`
    select tag_conversation(
      ${organizationId}, ${conversationId}, ${added as string[]}::text[], ${removed as string[]}::text[], ${MOST_TAGS}
    ) as outcome`;
  return row?.outcome ?? "unchanged";
}
