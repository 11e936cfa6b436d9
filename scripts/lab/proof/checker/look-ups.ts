/** What several checks look up in a history. */
import type { LoggedEvent, MessageRecord } from "../history/end.ts";
import type { Arrival, History, Send } from "../history/history.ts";

export const SENT = ["sent", "delivered", "read"];

/** A daemon that starts, or whose connections were lost, has this long until it has to be well. */
const GRACE_MS = 15_000;

type Faults = { faults: readonly { at: number; until: number }[] };

/** Whether anything was wrong in this time or just before it; the start counts. */
export function wasOutage({ faults }: Faults, from: number, to: number): boolean {
  return [{ at: 0, until: 0 }, ...faults].some(({ at, until }) => at <= to && from <= until + GRACE_MS);
}

/** A send with the record that its first acceptance names. */
type Accepted = { send: Send; id: string; record: MessageRecord | undefined };

/** Every send that was accepted, with its record at the end. */
export function acceptedSends({ sends, end }: History): Accepted[] {
  const keyOf = (organization: string, id: string) => `${organization} ${id}`;
  const records = new Map(end.messages.map((record) => [keyOf(record.organization, record.id), record]));
  return sends.flatMap((send) => {
    const [first] = send.accepted;
    if (first === undefined) return [];
    return [{ send, id: first.id, record: records.get(keyOf(send.organization, first.id)) }];
  });
}

/** Where each text arrived. */
export function arrivalsByText({ arrivals }: History): Map<string, Arrival[]> {
  return Map.groupBy(arrivals, ({ text }) => text);
}

/** The records of one direction, by their text. */
export function recordsByText({ end }: History, direction: string): Map<string, MessageRecord[]> {
  return Map.groupBy(
    end.messages.filter((record) => record.direction === direction),
    ({ text }) => text,
  );
}

/** The events of a type, by the message that they are of. */
export function eventsByMessage({ end }: History, wanted: string): Map<string, LoggedEvent[]> {
  return Map.groupBy(
    end.events.filter(({ type }) => type === wanted),
    ({ body }) => String(body.message_id),
  );
}

/** The statuses in the events of each outbound message, by their sequence. */
export function statusesInEvents(history: History): Map<string, string[]> {
  const sequence = ({ body }: LoggedEvent) => Number(body.sequence);
  return new Map(
    [...eventsByMessage(history, "message.status_update")].map(([id, events]) => [
      id,
      events.toSorted((one, other) => sequence(one) - sequence(other)).map(({ body }) => String(body.status)),
    ]),
  );
}
