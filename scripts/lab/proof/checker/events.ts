/** The promises of events: in the log, at endpoints, and for those who read the log. */
import { isDeepStrictEqual } from "node:util";
import type { Endpoint, History, Received } from "../history/history.ts";
import { eventsByMessage, SENT, statusesInEvents } from "./look-ups.ts";
import { type Finding, found } from "./violation.ts";

/** Promise 7: the log has every status of every message, and every arrival, once; and nothing else. */
export function* checkEvents(history: History): Generator<Finding> {
  const inEvents = statusesInEvents(history);
  const arrivals = eventsByMessage(history, "message.new");
  const sent = eventsByMessage(history, "message.sent");
  for (const { id, text, direction, statuses } of history.end.messages) {
    const all = statuses.join(", ");
    if (direction !== "outbound") {
      const count = arrivals.get(id)?.length ?? 0;
      if (count !== 1) yield found(`${text} came in, and ${count} events tell of it`, text, id);
      continue;
    }
    const said = inEvents.get(id)?.join(", ") ?? "";
    if (said !== all)
      yield found(`the record of ${text} says ${all}; its events say ${said || "nothing"}`, text, id);
    // one that failed and arrived after all is compared by its statuses
    if (statuses.includes("failed")) continue;
    const count = sent.get(id)?.length ?? 0;
    if (count !== Number(statuses.some((status) => SENT.includes(status))))
      yield found(`${text} went ${all}, and ${count} events say that it was sent`, text, id);
  }
  yield* withoutRecord(history);
}

function* withoutRecord({ end }: History): Generator<Finding> {
  const known = new Set(end.messages.map(({ organization, id }) => `${organization} ${id}`));
  for (const { id, type, organization, body } of end.events) {
    const isOfMessage = type === "message.status_update" || type === "message.new";
    if (isOfMessage && !known.has(`${organization} ${body.message_id}`))
      yield found(
        `${id} (${type}) names ${body.message_id}, which has no record`,
        id,
        String(body.message_id),
      );
  }
}

/** Promise 8: each event that an endpoint wants was accepted there, signed, under the log's id and always the same. */
export function* checkEndpoints(history: History): Generator<Finding> {
  const received = Map.groupBy(history.received, ({ endpoint }) => endpoint);
  for (const endpoint of history.endpoints)
    if (endpoint.isHealthy) yield* missingAt(endpoint, received.get(endpoint.id) ?? [], history);
  for (const { id, endpoint, isSigned } of history.received)
    if (!isSigned) yield found(`${id} came to ${endpoint} with a wrong signature`, id);
  for (const [id, copies] of Map.groupBy(history.received, ({ id }) => id))
    if (new Set(copies.map(({ body }) => body)).size > 1)
      yield found(`${id} did not always have the same bytes`, id);
  const events = new Map(history.end.events.map((event) => [event.id, event]));
  for (const { id, type, body, endpoint } of history.received) {
    const event = events.get(id);
    if (event === undefined) yield found(`${id} (${type}) came to ${endpoint} and is not in the log`, id);
    else if (event.type !== type || !isDeepStrictEqual(JSON.parse(body), event.body))
      yield found(`${id} says something else at ${endpoint} than in the log`, id);
  }
}

function* missingAt(endpoint: Endpoint, received: Received[], { end }: History): Generator<Finding> {
  const accepted = new Set(received.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  for (const { id, type, organization, at, body } of end.events) {
    const isWanted = endpoint.types === null || endpoint.types.includes(type);
    // that it is disabled goes to the others
    const isForOthers = organization !== endpoint.organization || body.endpoint_id === endpoint.id;
    if (isWanted && !isForOthers && at > endpoint.at && !accepted.has(id))
      yield found(`${id} (${type}) never reached ${endpoint.id}`, id, endpoint.id);
  }
}

/** Promise 9: a reader that goes on where it was has exactly the log, from its first event to the last. */
export function* checkReaders({ readings, end }: History): Generator<Finding> {
  const logs = Map.groupBy(end.events, ({ organization }) => organization);
  for (const { reader, organization, ids } of readings) {
    const log = (logs.get(organization) ?? []).map(({ id }) => id);
    const differs = ids.findIndex((id, index) => id !== log[index]);
    const at = differs === -1 ? ids.length : differs;
    const [had, expected] = [ids[at], log[at]];
    const about = [had, expected].filter((id) => id !== undefined);
    const how = had !== undefined && ids.indexOf(had) < at ? "a second time" : "out of order";
    if (had !== undefined)
      yield found(`${reader} got ${had} ${how}, where the log has ${expected ?? "nothing"}`, ...about);
    else if (expected !== undefined) yield found(`${reader} never got ${expected}`, ...about);
  }
}
