import type { History } from "../history/history.ts";

const RANKS: Record<string, number> = { scheduled: 0, queued: 1, sending: 2, sent: 3, delivered: 4, read: 5 };

/** Promise 6: neither the record's history nor the events of a message ever go back; a failure may be corrected. */
export function checkForward(history: History) {
  const inRecords = history.end.messages.flatMap(({ id, text, statuses }) =>
    goesBack(statuses)
      ? [{ says: `the record of ${text} went ${statuses.join(", ")}`, about: [text, id] }]
      : [],
  );
  const inEvents = [...statusesTold(history)].flatMap(([id, statuses]) =>
    goesBack(statuses) ? [{ says: `events of ${id} went ${statuses.join(", ")}`, about: [id] }] : [],
  );
  return [...inRecords, ...inEvents];
}

/** The statuses that events told of each outbound message, by their sequence. */
export function statusesTold({ end }: History): Map<string, string[]> {
  const told = end.events.filter(({ type }) => type === "message.status_update");
  const byMessage = Map.groupBy(told, ({ body }) => String(body.message_id));
  return new Map(
    [...byMessage].map(([id, events]) => [
      id,
      events
        .toSorted((one, other) => Number(one.body.sequence) - Number(other.body.sequence))
        .map(({ body }) => String(body.status)),
    ]),
  );
}

/** After a failure anything may come but a wait; otherwise every status is above the one before. */
function goesBack(statuses: readonly string[]): boolean {
  return statuses.some((status, index) => {
    const before = statuses[index - 1];
    if (before === undefined) return false;
    if (before === "failed") return (RANKS[status] ?? 0) < 3;
    if (before === "cancelled") return true;
    if (status === "cancelled") return (RANKS[before] ?? 0) > 2;
    if (status === "failed") return before === "read";
    return (RANKS[status] ?? -1) <= (RANKS[before] ?? -1);
  });
}
