import type { Sql } from "../../db/connection/client.ts";
import { type EventOfMessage, eventsOfMessage } from "../../db/events/of-message.ts";
import { type AttemptRow, listAttempts } from "../../db/messages/attempts.ts";
import type { MessageRow } from "../../db/messages/messages.ts";
import type { DeliveryRow } from "../../db/webhooks/deliveries.ts";
import { deliveriesOfEvents } from "../../db/webhooks/delivery-lists.ts";
import type { Caller } from "../http/caller.ts";
import { grants } from "../http/permissions.ts";
import { timeOfMessageId } from "../lib/ids.ts";
import { showError } from "../messages/record.ts";
import type { Waiting } from "../messages/waiting/schema.ts";
import { visibleEndpoints } from "../webhooks/visibility.ts";
import { type Entry, entry } from "./schema.ts";

/** All that happened to a message, oldest first; deliveries only for those who may see webhooks. */
export async function readTimeline(
  sql: Sql,
  caller: Caller,
  message: MessageRow,
  waiting: Waiting | null,
): Promise<Entry[]> {
  const attempts = await listAttempts(sql, message.organization_id, message.id);
  const events = await eventsOfMessage(sql, message, momentsOf(message, attempts));
  const deliveries = await deliveriesFor(sql, caller, events);
  const entries = [
    entry(message.created_at, message.direction === "inbound" ? "received" : "accepted"),
    ...attempts.map(attemptEntry),
    ...statusesOf(message),
    ...changesOf(message),
    ...events.map(eventEntry),
    ...deliveries.map(deliveryEntry),
  ];
  const now = waiting === null ? [] : [waitingEntry(waiting)];
  return [...entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)), ...now];
}

/** Times just before those at which events of the message were written. */
function momentsOf(message: MessageRow, attempts: readonly AttemptRow[]): Date[] {
  const statuses = message.status_history.map(({ at }) => new Date(at));
  const ends = attempts.flatMap(({ finished_at }) => (finished_at === null ? [] : [finished_at]));
  return [timeOfMessageId(message.id), message.updated_at, ...ends, ...statuses];
}

async function deliveriesFor(
  sql: Sql,
  caller: Caller,
  events: readonly EventOfMessage[],
): Promise<DeliveryRow[]> {
  const { permissions, organizationId } = caller;
  if (!grants(permissions, "webhooks:manage")) return [];
  const endpointIds = await visibleEndpoints(sql, caller);
  return await deliveriesOfEvents(
    sql,
    organizationId,
    events.map(({ id }) => id),
    endpointIds,
  );
}

function attemptEntry({ attempt, started_at, finished_at, outcome, error }: AttemptRow): Entry {
  const known = error === null ? null : (JSON.parse(error) as ReturnType<typeof showError>);
  return entry(started_at, "attempt", {
    ...{ attempt, status: outcome, ended_at: finished_at?.toISOString() ?? null },
    ...errorOf(known),
  });
}

/** Being accepted is being queued; what came in has no way to go. */
function statusesOf(message: MessageRow): Entry[] {
  const { direction, status_history: history } = message;
  if (direction === "inbound") return [];
  const last = history.length - 1;
  return history.flatMap(({ status, at, error }, index) =>
    index === 0 && status === "queued"
      ? []
      : [entry(at, "status", { status, ...errorOf(error ?? (index === last ? showError(message) : null)) })],
  );
}

function errorOf(error: ReturnType<typeof showError> | undefined): Partial<Entry> {
  return error ? { code: error.code, detail: error.detail ?? error.title } : {};
}

function changesOf({ edited_at, deleted_at }: MessageRow): Entry[] {
  return [
    ...(edited_at === null ? [] : [entry(edited_at, "edited")]),
    ...(deleted_at === null ? [] : [entry(deleted_at, "deleted")]),
  ];
}

function eventEntry({ id, type, written_at }: EventOfMessage): Entry {
  return entry(written_at, "event", { event_id: id, event_type: type });
}

function deliveryEntry(row: DeliveryRow): Entry {
  return entry(row.created_at, "delivery", {
    attempt: row.attempt,
    status: row.status,
    detail: row.error,
    ended_at: row.finished_at?.toISOString() ?? null,
    event_id: row.event_id,
    event_type: row.event_type,
    delivery_id: row.id,
    endpoint_id: row.endpoint_id,
    response_status: row.response_status,
  });
}

function waitingEntry({ reason, detail }: Waiting): Entry {
  return entry(new Date(), "waiting", { status: reason, detail });
}
