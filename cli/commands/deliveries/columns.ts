import type { Delivery, DeliveryDetail, Replay } from "../../lib/api/types/webhooks.ts";
import type { Column } from "../../lib/output/column.ts";

export const deliveryColumns: Column<Delivery>[] = [
  { title: "id", value: (delivery) => delivery.id },
  { title: "status", value: (delivery) => delivery.status, kind: "status" },
  { title: "event", value: (delivery) => delivery.event_type },
  { title: "attempt", value: (delivery) => delivery.attempt, optional: true },
  { title: "answer", value: (delivery) => delivery.response_status },
  { title: "ms", value: (delivery) => delivery.duration_ms, optional: 3 },
  { title: "created", value: (delivery) => delivery.created_at, kind: "time", optional: true },
  { title: "endpoint", value: (delivery) => delivery.endpoint_id, optional: true },
  { title: "webhook id", value: (delivery) => delivery.message_id, optional: true },
  { title: "error", value: (delivery) => delivery.error, optional: true },
];

export const deliveryDetails: Column<DeliveryDetail>[] = [
  ...deliveryColumns,
  { title: "trigger", value: (delivery) => delivery.trigger },
  { title: "finished", value: (delivery) => delivery.finished_at, kind: "time" },
  { title: "next attempt", value: (delivery) => delivery.next_attempt_at, kind: "time" },
  { title: "url", value: ({ request }) => request?.url },
  {
    title: "headers",
    value: ({ request }) =>
      Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`),
  },
  { title: "body", value: ({ request }) => request?.body },
  { title: "answer body", value: (delivery) => delivery.response_body },
];

export const replayColumns: Column<Replay>[] = [
  { title: "id", value: (replay) => replay.id },
  { title: "status", value: (replay) => replay.status, kind: "status" },
  { title: "matched", value: (replay) => replay.matched },
  { title: "queued", value: (replay) => replay.queued },
  { title: "succeeded", value: (replay) => replay.succeeded },
  { title: "exhausted", value: (replay) => replay.exhausted },
];
