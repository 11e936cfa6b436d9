/** What several checks look up in a history. */
import type { Arrival, History, MessageRecord, Send } from "../history/history.ts";

/** A send with the record that its first acceptance names. */
export type Accepted = { send: Send; id: string; record: MessageRecord | undefined };

/** Every send that was accepted, with its record at the end. */
export function acceptedSends({ sends, end }: History): Accepted[] {
  const records = new Map(end.messages.map((record) => [keyOf(record.organization, record.id), record]));
  return sends.flatMap((send) => {
    const [first] = send.accepted;
    return first === undefined
      ? []
      : [{ send, id: first.id, record: records.get(keyOf(send.organization, first.id)) }];
  });
}

/** Where each text arrived. */
export function arrivalsByText({ arrivals }: History): Map<string, Arrival[]> {
  return Map.groupBy(arrivals, ({ text }) => text);
}

function keyOf(organization: string, id: string): string {
  return `${organization} ${id}`;
}
