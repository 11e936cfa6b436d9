/** Which messages are a person's, and what is done to them. */
import type { Queryable } from "../connection/client.ts";
import type { SearchedMessage } from "../messages/search/texts.ts";
import type { ErasureKey } from "./erasures.ts";

/** A message, with what it said before its author edited it. */
export type NamedMessage = SearchedMessage & { edits: string | null; conversation_id: string };

/** The next messages of a person's own conversations, at most so many, and whether the call of each is out. */
export async function messagesOfPerson(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
  most: number,
): Promise<(NamedMessage & { is_at_work: boolean })[]> {
  return await sql<(NamedMessage & { is_at_work: boolean })[]>`
    select ${columns(sql)}, exists (
      select from lane_items as item
      where item.organization_id = message.organization_id and item.item_id = message.id::text and item.kind = 'channel'
    ) as is_at_work
    from contact_erasures as erasure
    join messages as message on message.organization_id = erasure.organization_id
      and message.conversation_id = any (texts_of(erasure.person -> 'conversations'))
    where erasure.organization_id = ${organizationId} and erasure.id = ${id}
    order by message.id limit ${most}`;
}

/** Messages of groups, at most so many behind a place: which of them name the person, and where the next ones begin. */
export async function messagesOfGroups(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
  most: number,
): Promise<{ named: (NamedMessage & { is_theirs: boolean })[]; next: string | null }> {
  const rows = await sql<(NamedMessage & { is_theirs: boolean; is_named: boolean })[]>`
    select ${columns(sql)}, coalesce(message.participant ~ (erasure.person ->> 'pattern'), false) as is_theirs,
      concat_ws(' ', message.participant, message.content, message.edits, message.metadata, message.result)
        ~ (erasure.person ->> 'pattern') as is_named
    from contact_erasures as erasure
    join contact_identities as "group" on "group".organization_id = erasure.organization_id and "group".type = 'group'
    join conversations as conversation on conversation.organization_id = erasure.organization_id
      and conversation.contact_id = "group".contact_id
    join messages as message on message.conversation_id = conversation.id
      and message.organization_id = erasure.organization_id
    where erasure.organization_id = ${organizationId} and erasure.id = ${id}
      and (message.conversation_id, message.id::text) > (split_part(erasure.place, ' ', 1), split_part(erasure.place, ' ', 2))
    order by message.conversation_id, message.id::text limit ${most}`;
  const last = rows.length < most ? undefined : rows.at(-1);
  return {
    named: rows.filter(({ is_named }) => is_named),
    next: last === undefined ? null : `${last.conversation_id} ${last.id}`,
  };
}

/** Erases these messages of a person, and counts them, and files of theirs that are gone; see erase_messages. */
export async function eraseMessages(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
  ids: readonly string[],
  files: number,
): Promise<void> {
  await sql`
    select erase_messages(organization_id, person, ${ids as string[]}::uuid[]) from contact_erasures
    where organization_id = ${organizationId} and id = ${id}`;
  await sql`
    update contact_erasures set messages = messages + ${ids.length}, files = files + ${files}
    where organization_id = ${organizationId} and id = ${id}`;
}

/** Takes the person out of what others said in groups, and moves the place there. */
export async function eraseMentions(
  sql: Queryable,
  { organizationId, id }: ErasureKey,
  ids: readonly string[],
  place: string,
): Promise<void> {
  await sql`
    update messages set content = without_person(content, person), edits = without_person(edits, person),
      metadata = without_person(metadata, person), result = without_person(result, person)
    from contact_erasures as erasure
    where erasure.organization_id = ${organizationId} and erasure.id = ${id}
      and messages.organization_id = ${organizationId} and messages.id = any (${ids as string[]}::uuid[])`;
  await sql`
    update contact_erasures set place = ${place} where organization_id = ${organizationId} and id = ${id}`;
}

function columns(sql: Queryable) {
  return sql`message.organization_id, message.id, message.channel_id, message.conversation_id, message.type,
    message.content, message.edits, null as deleted_at, (
      select channel.waba_id from channels as channel
      where channel.organization_id = message.organization_id and channel.id = message.channel_id
    ) as waba_id`;
}
