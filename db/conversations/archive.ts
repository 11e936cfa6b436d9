import type { Queryable } from "../connection/client.ts";

/** Archives a conversation, or takes it out of the archive; see db/conversations/archive.sql. */
export async function archiveConversation(
  sql: Queryable,
  organizationId: string,
  conversationId: string,
  archived: boolean,
): Promise<void> {
  await sql`select archive_conversation(${organizationId}, ${conversationId}, ${archived})`;
}
