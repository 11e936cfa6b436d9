/** Reads at the end who the messages are of. */
import { insist, readAll } from "../actors/api.ts";
import type { LiveOrganization, World } from "../actors/world.ts";
import type { ContactEnd, ConversationEnd, LoggedEvent, MessageRecord } from "../history/end.ts";

type Named = { messages: readonly MessageRecord[]; events: readonly LoggedEvent[] };

/** The contacts that messages and merges of an organisation name, and what each id leads to. */
export async function readContacts(
  world: World,
  { key, label }: LiveOrganization,
  { messages }: Named,
): Promise<ContactEnd[]> {
  const merged = world.history.merges.filter(({ organization }) => organization === label);
  const ids = new Set([
    ...messages.flatMap(({ organization, contact }) => (organization === label && contact ? [contact] : [])),
    ...merged.flatMap(({ kept, gone }) => [kept, gone]),
  ]);
  const found: ContactEnd[] = [];
  for (const id of ids) {
    const answer = await insist(world, key, "GET", `/v1/contacts/${id}`);
    found.push({ id, organization: label, current: answer?.body.id ?? null });
  }
  return found;
}

/** The same of conversations, with the messages that a list of each has. */
export async function readConversations(
  world: World,
  { key, label }: LiveOrganization,
  { messages, events }: Named,
): Promise<ConversationEnd[]> {
  const merged = events.filter(
    ({ organization, type }) => organization === label && type === "conversation.merged",
  );
  const ids = new Set([
    ...messages.filter(({ organization }) => organization === label).map(({ conversation }) => conversation),
    ...merged.flatMap(({ body }) => [String(body.conversation_id), String(body.merged_into)]),
  ]);
  const found: ConversationEnd[] = [];
  for (const id of ids) {
    const answer = await insist(world, key, "GET", `/v1/conversations/${id}`);
    const rows = await readAll(world, key, `/v1/messages?conversation_id=${id}`);
    found.push({
      ...{
        id,
        organization: label,
        current: answer?.body.id ?? null,
        contact: answer?.body.contact_id ?? null,
      },
      messages: rows.map((row) => row.id),
    });
  }
  return found;
}
