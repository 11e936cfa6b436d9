import { isDeepStrictEqual } from "node:util";
import type { Endpoint, History, LoggedEvent, Received } from "../history/history.ts";

/** Promise 8: each event that an endpoint wants was accepted there, signed, under the log's id and always the same. */
export function checkEndpoints(history: History) {
  const received = Map.groupBy(history.received, ({ endpoint }) => endpoint);
  const missing = history.endpoints
    .filter(({ isHealthy }) => isHealthy)
    .flatMap((endpoint) => missingAt(endpoint, received.get(endpoint.id) ?? [], history.end.events));
  return [...missing, ...changed(history), ...unknown(history)];
}

function missingAt(endpoint: Endpoint, received: Received[], events: LoggedEvent[]) {
  const accepted = new Set(received.filter(({ isAccepted }) => isAccepted).map(({ id }) => id));
  return (
    events
      .filter((event) => event.organization === endpoint.organization && event.at > endpoint.at)
      .filter(({ type }) => endpoint.types === null || endpoint.types.includes(type))
      // that it is disabled, the others are told
      .filter(({ body }) => body.endpoint_id !== endpoint.id)
      .filter(({ id }) => !accepted.has(id))
      .map(({ id, type }) => ({
        says: `${id} (${type}) never reached ${endpoint.id}`,
        about: [id, endpoint.id],
      }))
  );
}

/** Webhooks whose signature is wrong, or whose bytes are not those of the same event elsewhere. */
function changed({ received }: History) {
  const unsigned = received
    .filter(({ isSigned }) => !isSigned)
    .map(({ id, endpoint }) => ({ says: `${id} came to ${endpoint} with a wrong signature`, about: [id] }));
  const different = [...Map.groupBy(received, ({ id }) => id)]
    .filter(([, copies]) => new Set(copies.map(({ body }) => body)).size > 1)
    .map(([id]) => ({ says: `${id} did not always have the same bytes`, about: [id] }));
  return [...unsigned, ...different];
}

/** Webhooks that say something else than the log, or of which the log knows nothing. */
function unknown({ received, end }: History) {
  const events = new Map(end.events.map((event) => [event.id, event]));
  return received.flatMap(({ id, type, body, endpoint }) => {
    const event = events.get(id);
    if (event === undefined)
      return [{ says: `${id} (${type}) came to ${endpoint} and is not in the log`, about: [id] }];
    if (event.type === type && isDeepStrictEqual(JSON.parse(body), event.body)) return [];
    return [{ says: `${id} says something else at ${endpoint} than in the log`, about: [id] }];
  });
}
