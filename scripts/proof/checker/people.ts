import type { History } from "../history/history.ts";

/**
 * Promise 17: the contact and the conversation of each message are there, and lists of them have it; whoever was merged
 * is found as the one that took their place.
 */
export function checkPeople({ merges, end }: History) {
  const { contacts, conversations } = end;
  const lost = end.messages.flatMap(({ id, text, organization, contact, conversation }) => {
    const about = [text, id];
    const where = conversations.find((one) => one.organization === organization && one.id === conversation);
    if (where?.current !== conversation)
      return [{ says: `${text} is of the conversation ${conversation}, which is not there`, about }];
    if (!where.messages.includes(id))
      return [{ says: `${text} is not among the messages of its conversation ${conversation}`, about }];
    if (where.contact !== contact)
      return [{ says: `${text} is of ${contact}, and its conversation is of ${where.contact}`, about }];
    const who = contacts.find((one) => one.organization === organization && one.id === contact);
    return contact === null || who?.current === contact
      ? []
      : [{ says: `${text} is of the contact ${contact}, who is not there`, about }];
  });
  return [...lost, ...wronglyMerged(merges, contacts), ...withoutPlace(end)];
}

function wronglyMerged(merges: History["merges"], contacts: History["end"]["contacts"]) {
  const current = (id: string) => contacts.find((one) => one.id === id)?.current ?? null;
  return merges
    .filter(({ kept, gone }) => current(kept) !== current(gone))
    .map(({ kept, gone }) => ({
      says: `${gone} became part of ${kept}, which is ${current(kept)} now, and is ${current(gone)}`,
      about: [kept, gone],
    }));
}

/** Conversations that an event says became part of others, and that lead elsewhere. */
function withoutPlace({ events, conversations }: History["end"]) {
  const current = (id: unknown) => conversations.find((one) => one.id === id)?.current ?? null;
  return events
    .filter(({ type }) => type === "conversation.merged")
    .filter(({ body }) => current(body.conversation_id) !== current(body.merged_into))
    .map(({ id, body }) => ({
      says: `${body.conversation_id} became part of ${body.merged_into}, and leads to ${current(body.conversation_id)}`,
      about: [id],
    }));
}
