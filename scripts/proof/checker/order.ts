import type { History } from "../history/history.ts";
import { arrivalsByText } from "./look-ups.ts";

/**
 * Promise 4: if one message was accepted before the next of its conversation was asked for, it arrives first. A person
 * whose contact is deleted has another conversation afterwards, and messages that wait while their conversation is
 * merged into another one are left out. Each phone counts what arrives at it, so those of a person with several numbers
 * are compared phone by phone.
 */
export function checkOrder(history: History) {
  const arrived = arrivalsByText(history);
  const acceptedIn = firstConversations(history);
  const stayed = history.end.messages.filter(
    ({ id, conversation }) => (acceptedIn.get(id) ?? conversation) === conversation,
  );
  const conversations = new Map(stayed.map(({ text, conversation }) => [text, conversation]));
  const sent = history.sends.flatMap((send) => {
    const [first] = (arrived.get(send.text) ?? []).toSorted((one, other) => one.order - other.order);
    return send.isImmediate && first !== undefined && conversations.has(send.text) ? [{ send, first }] : [];
  });
  const placeOf = ({ send, first }: (typeof sent)[number]) =>
    `${conversations.get(send.text)} ${send.person} ${first.person}`;
  return [...Map.groupBy(sent, placeOf).values()].flatMap((those) =>
    those.flatMap((later) => {
      const overtaken = those.find(
        ({ send, first }) =>
          (send.accepted[0]?.at ?? Number.POSITIVE_INFINITY) < later.send.at &&
          first.order > later.first.order,
      );
      if (overtaken === undefined) return [];
      const [early, late] = [overtaken.send.text, later.send.text];
      return [
        {
          says: `${late} was asked for after ${early} was accepted, and arrived before it`,
          about: [early, late],
        },
      ];
    }),
  );
}

/** In which conversation each message was accepted, by the event that says so. */
function firstConversations({ end }: History): Map<unknown, unknown> {
  const queued = end.events.filter(
    ({ type, body }) => type === "message.status_update" && body.status === "queued",
  );
  return new Map(queued.map(({ body }) => [body.message_id, body.conversation_id]));
}
