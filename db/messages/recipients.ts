import type { Queryable } from "../connection/client.ts";

/** The names by which a send may address a person; null for those it does not give. */
export type Names = {
  /** Digits. */
  phone: string | null;
  /** A business-scoped user id, or `<digits>@lid`. */
  userId: string | null;
  /** In small letters, without its `@`. */
  userName: string | null;
  contactId: string | null;
  conversationId: string | null;
};

/** An address of a person: type and value of the identity, and the form of it that messages are addressed by. */
export type Address = {
  type: string;
  value: string;
  user_id: string | null;
  /** A user id of another business portfolio than the channel's. */
  is_foreign: boolean;
};

/** Whom each of the names is of; null is nobody who is known. */
export type Named = {
  by_phone: string | null;
  by_user_id: string | null;
  by_user_name: string | null;
  by_contact: string | null;
  by_conversation: string | null;
  /** Of the conversation; null when there is none. */
  channel_id: string | null;
  /** Of the one who was found, the best of each type first: the number that the contact shows, then the newest. */
  addresses: Address[];
};

/** Looks up everybody whom the names of a send are of, and where they are reached from a channel (null: the conversation's). */
export async function findNamed(
  sql: Queryable,
  organizationId: string,
  { phone, userId, userName, contactId, conversationId }: Names,
  channelId: string | null,
): Promise<Named> {
  const [row] = await sql<Named[]>`
    select named.*, address_list(
      ${organizationId}, coalesce(named.by_contact, named.by_conversation, named.by_user_id, named.by_user_name,
        named.by_phone),
      coalesce(${channelId}, named.channel_id)
    ) as addresses
    from (
      select contact_of(${organizationId}, 'phone', ${phone}) as by_phone,
        contact_of(
          ${organizationId}, identity_type_of(null, ${userId}::text), identity_value_of(null, ${userId}::text)
        ) as by_user_id,
        contact_of(${organizationId}, 'username', ${userName}) as by_user_name,
        current_contact(${organizationId}, ${contactId}) as by_contact,
        conversation.contact_id as by_conversation, conversation.channel_id
      from (values (1)) as once
      left join conversations as conversation on conversation.organization_id = ${organizationId}
        and conversation.id = current_conversation(${organizationId}, ${conversationId})
    ) as named`;
  if (row === undefined) throw new Error("a query of one row had none");
  return row;
}

/** Addresses due messages without a number as their recipients can be reached now; see db/messages/addresses.sql. */
export async function readdress<Send extends Addressed>(
  sql: Queryable,
  { organizationId, channelId }: { organizationId: string; channelId: string },
  sends: readonly Send[],
  kinds: readonly string[],
): Promise<Send[]> {
  const unsure = sends.flatMap(({ item_id, address, user_id }) =>
    address === null && user_id !== null ? [item_id] : [],
  );
  if (unsure.length === 0) return [...sends];
  const rows = await sql<(Omit<Addressed, "item_id"> & { id: string })[]>`
    select id, address, user_id from readdress_messages(${organizationId}, ${channelId}, ${unsure}::uuid[],
      ${kinds as string[]}::text[])`;
  const changed = new Map(rows.map(({ id, ...where }) => [id, where]));
  return sends.map((send) => ({ ...send, ...changed.get(send.item_id) }));
}

type Addressed = { item_id: string; address: string | null; user_id: string | null };
