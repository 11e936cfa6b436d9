import type { History, LoggedEvent, MessageRecord } from "../history/history.ts";
import { statusesTold } from "./forward.ts";

const SENT = ["sent", "delivered", "read"];

/** Promise 7: the log tells every status of every message, and every arrival, once; and nothing that is not so. */
export function checkEvents(history: History) {
  const told = statusesTold(history);
  const arrivals = Map.groupBy(
    history.end.events.filter(({ type }) => type === "message.new"),
    ({ body }) => String(body.message_id),
  );
  const sent = Map.groupBy(
    history.end.events.filter(({ type }) => type === "message.sent"),
    ({ body }) => String(body.message_id),
  );
  const wrong = history.end.messages.flatMap((record) =>
    record.direction === "outbound"
      ? [...outbound(record, told.get(record.id) ?? []), ...toldAsSent(record, sent.get(record.id) ?? [])]
      : inbound(record, arrivals.get(record.id) ?? []),
  );
  return [...wrong, ...withoutRecord(history)];
}

function outbound({ id, text, statuses }: MessageRecord, told: string[]) {
  if (told.join() === statuses.join()) return [];
  const says = `the record of ${text} says ${statuses.join(", ")}; its events say ${told.join(", ") || "nothing"}`;
  return [{ says, about: [text, id] }];
}

/** Whether a message that was sent is told of as sent once, whichever of its statuses came first. */
function toldAsSent({ id, text, statuses }: MessageRecord, told: LoggedEvent[]) {
  // what became of one that failed and arrived after all is for its statuses to tell
  if (statuses.includes("failed")) return [];
  const expected = statuses.some((status) => SENT.includes(status)) ? 1 : 0;
  return told.length === expected
    ? []
    : [
        {
          says: `${text} went ${statuses.join(", ")}, and ${told.length} events say that it was sent`,
          about: [text, id],
        },
      ];
}

function inbound({ id, text }: MessageRecord, told: LoggedEvent[]) {
  return told.length === 1
    ? []
    : [{ says: `${text} came in, and ${told.length} events tell of it`, about: [text, id] }];
}

function withoutRecord({ end }: History) {
  const known = new Set(end.messages.map(({ organization, id }) => `${organization} ${id}`));
  return end.events
    .filter(({ type }) => type === "message.status_update" || type === "message.new")
    .filter(({ organization, body }) => !known.has(`${organization} ${body.message_id}`))
    .map(({ id, type, body }) => ({
      says: `${id} (${type}) tells of ${body.message_id}, which has no record`,
      about: [id, String(body.message_id)],
    }));
}
