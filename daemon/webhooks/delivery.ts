import type { DeliveryRow } from "../../db/webhooks/deliveries.ts";
import { Nullable, Type } from "../lib/typebox.ts";

export const DeliveryStatus = Type.Union(
  ["pending", "succeeded", "failed", "exhausted"].map((status) => Type.Literal(status)),
  { description: "`failed` is retried at `next_attempt_at`, `exhausted` is not" },
);

/** What the API shows of an attempt. */
export const DELIVERY_FIELDS = {
  id: Type.String(),
  message_id: Type.String({
    description: "The `webhook-id` that was sent: the event's id, the same for every attempt",
  }),
  endpoint_id: Type.String(),
  event_type: Type.String(),
  status: DeliveryStatus,
  attempt: Type.Integer({ minimum: 1 }),
  trigger: Type.Union(["schedule", "manual", "test", "replay"].map((trigger) => Type.Literal(trigger))),
  response_status: Nullable(Type.Integer()),
  response_body: Nullable(Type.String({ description: "The first 16 KiB of the response" })),
  error: Nullable(Type.String()),
  duration_ms: Nullable(Type.Integer()),
  next_attempt_at: Nullable(Type.String({ format: "date-time" })),
  created_at: Type.String({ format: "date-time" }),
  finished_at: Nullable(
    Type.String({ format: "date-time", description: "When it was answered or failed; null while it waits" }),
  ),
};

export const DELIVERY_EXAMPLE = {
  id: "dlv_01JDB2M5S8V0ZC3K7Q2M4N6P8R",
  message_id: "evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S",
  endpoint_id: "ep_01JDB2M5S8V0ZC3K7Q2M4N6P8T",
  event_type: "message.status_update",
  status: "failed",
  attempt: 1,
  trigger: "schedule",
  response_status: 500,
  response_body: "try again",
  error: "the endpoint responded with 500",
  duration_ms: 12,
  next_attempt_at: "2026-11-21T09:30:05.000Z",
  created_at: "2026-11-21T09:30:00.000Z",
  finished_at: "2026-11-21T09:30:00.020Z",
};

export const DeliverySchema = Type.Object(DELIVERY_FIELDS, {
  title: "Delivery",
  examples: [DELIVERY_EXAMPLE],
});

/** An attempt as the API shows it. */
export function showDelivery(row: DeliveryRow) {
  return {
    id: row.id,
    message_id: row.event_id,
    endpoint_id: row.endpoint_id,
    event_type: row.event_type,
    status: row.status,
    attempt: row.attempt,
    trigger: row.trigger,
    response_status: row.response_status,
    response_body: row.response_body,
    error: row.error,
    duration_ms: row.duration_ms,
    next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  };
}
