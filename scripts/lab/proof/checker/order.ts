import type { Arrival, History, Send } from "../history/history.ts";
import { acceptedSends, arrivalsByText } from "./look-ups.ts";
import { found } from "./violation.ts";

/** A message on a phone, with the conversation that it was accepted in and the one that it is of at the end. */
type Sent = { send: Send; first: Arrival; acceptedIn: unknown; conversation: string };

/**
 * Promise 4: if one message was accepted before the next of its conversation was requested, it arrives first; also where
 * its conversation had become part of the next one's, as a webhook had said by then. Each phone counts what arrives at
 * it, so those of a person with several numbers are compared phone by phone.
 */
export function checkOrder(history: History) {
  const partSince = conversationsThatMerged(history);
  const overtakes = (later: Sent, { send, first, acceptedIn }: Sent) =>
    (send.accepted[0]?.at ?? Number.POSITIVE_INFINITY) < later.send.at &&
    partSince(acceptedIn, later.acceptedIn) < later.send.at &&
    first.order > later.first.order;
  const placeOf = ({ send, first, conversation }: Sent) => `${conversation} ${send.person} ${first.person}`;
  return [...Map.groupBy(sentOf(history), placeOf).values()].flatMap((those) =>
    those.flatMap((later) => {
      const overtaken = those.find((earlier) => overtakes(later, earlier));
      if (overtaken === undefined) return [];
      const [one, other] = [overtaken.send.text, later.send.text];
      return [found(`${other} was requested after ${one} was accepted, and arrived before it`, one, other)];
    }),
  );
}

function sentOf(history: History): Sent[] {
  const arrived = arrivalsByText(history);
  const acceptedIn = conversationsAtFirst(history);
  return acceptedSends(history).flatMap(({ send, id, record }) => {
    const [first] = (arrived.get(send.text) ?? []).toSorted((one, other) => one.order - other.order);
    if (!send.isImmediate || first === undefined || record === undefined) return [];
    const { conversation } = record;
    return [{ send, first, conversation, acceptedIn: acceptedIn.get(id) ?? conversation }];
  });
}

/** In which conversation each message was accepted, by the event that says so. */
function conversationsAtFirst({ end }: History): Map<unknown, unknown> {
  const queued = end.events.filter(
    ({ type, body }) => type === "message.status_update" && body.status === "queued",
  );
  return new Map(queued.map(({ body }) => [body.message_id, body.conversation_id]));
}

/** Says since when it was known outside that one conversation is part of another: always, of the same; never, of others. */
function conversationsThatMerged({ received, end }: History): (one: unknown, other: unknown) => number {
  const heard = Map.groupBy(received, ({ id }) => id);
  const merges = new Map(
    end.events
      .filter(({ type }) => type === "conversation.merged")
      .map(({ id, body }) => [
        body.conversation_id,
        { into: body.merged_into, at: Math.min(...(heard.get(id) ?? []).map(({ at }) => at)) },
      ]),
  );
  return function partSince(one, other): number {
    if (one === other) return Number.NEGATIVE_INFINITY;
    const merged = merges.get(one);
    return merged === undefined
      ? Number.POSITIVE_INFINITY
      : Math.max(merged.at, partSince(merged.into, other));
  };
}
