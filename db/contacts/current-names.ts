import type { Queryable } from "../connection/client.ts";

type Names = { contactId?: string | undefined; conversationId?: string | undefined };

/**
 * A filter whose contact and conversation are those that there are now: what became part of another is found by the id
 * that it had before.
 */
export async function withCurrentNames<Filter extends Names>(
  sql: Queryable,
  organizationId: string,
  filter: Filter,
): Promise<Filter> {
  const { contactId, conversationId } = filter;
  if (contactId === undefined && conversationId === undefined) return filter;
  const [row] = await sql<{ contact: string | null; conversation: string | null }[]>`
    select current_contact(${organizationId}, ${contactId ?? null}) as contact,
      current_conversation(${organizationId}, ${conversationId ?? null}) as conversation`;
  return {
    ...filter,
    ...(contactId === undefined ? {} : { contactId: row?.contact ?? contactId }),
    ...(conversationId === undefined ? {} : { conversationId: row?.conversation ?? conversationId }),
  };
}
