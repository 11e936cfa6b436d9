import type { Queryable } from "../connection/client.ts";

/** Who is on the other side of a conversation: the digits of their number, or WhatsApp's own id of them. */
export type Addressee = { phone: string | null; user_id: string | null };

/** The person of a conversation by its id; null when they are gone, or are a group. */
export async function findAddressee(
  sql: Queryable,
  organizationId: string,
  conversationId: string,
): Promise<Addressee | null> {
  const [row] = await sql<Addressee[]>`
    select substr(contact.phone_number, 2) as phone, conversation.user_id
    from conversations as conversation
    join contacts as contact on contact.organization_id = conversation.organization_id
      and contact.id = conversation.contact_id
    where conversation.organization_id = ${organizationId} and conversation.id = ${conversationId}
      and coalesce(contact.phone_number, conversation.user_id) is not null`;
  return row ?? null;
}

/** Notes that a conversation's person is blocked on its number, or no more, with the event of the change. */
export async function noteBlocked(
  sql: Queryable,
  organizationId: string,
  conversationId: string,
  blocked: boolean,
): Promise<void> {
  await sql`
    with changed as (
      update conversations as known
      set blocked_at = case when ${blocked} then now() end, updated_at = now(), changed_at = now()
      where known.organization_id = ${organizationId} and known.id = ${conversationId}
        and (known.blocked_at is not null) <> ${blocked}
      returning conversation_event(known) as event
    )
    select emit_events(array[changed.event]) from changed`;
}

/** Notes that somebody here took a conversation, or gave it to the agent; `content` is the JSON text of what shows it. */
export async function handOver(
  sql: Queryable,
  organizationId: string,
  conversationId: string,
  { id, holder, by, content }: { id: string; holder: "business" | "agent"; by: string; content: string },
): Promise<void> {
  const news = { id, holder, by, content, cause: "asked", provider_message_id: `handover ${id}` };
  await sql`
    select change_holder(
      ${organizationId}, ${conversationId},
      (${JSON.stringify(news)}::text::jsonb || jsonb_build_object('at', clock_timestamp()))::json
    )`;
}
