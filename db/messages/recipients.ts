import type { Queryable } from "../connection/client.ts";

/** Where a conversation's messages go. */
export type ConversationRecipient = {
  channel_id: string;
  /** The digits of the contact's number; null when none is known. */
  phone: string | null;
};

/** The channel of a conversation, and its contact's number: the main one, if it has several. Null when there is none of that id. */
export async function recipientOfConversation(
  sql: Queryable,
  organizationId: string,
  id: string,
): Promise<ConversationRecipient | null> {
  const [row] = await sql<ConversationRecipient[]>`
    select conversation.channel_id, identity.value as phone
    from conversations as conversation
    left join lateral (
      select known.value from contact_identities as known
      where known.organization_id = ${organizationId} and known.contact_id = conversation.contact_id
        and known.type = 'phone' and known.source = ''
      order by (
        select contact.phone_number = '+' || known.value from contacts as contact
        where contact.organization_id = ${organizationId} and contact.id = known.contact_id
      ) desc nulls last, known.created_at desc
      limit 1
    ) as identity on true
    where conversation.organization_id = ${organizationId} and conversation.id = ${id}`;
  return row ?? null;
}
