import type { Endpoint } from "../../lib/api/types/webhooks.ts";
import type { Column } from "../../lib/output/column.ts";

export const endpointColumns: Column<Endpoint>[] = [
  { title: "id", value: (endpoint) => endpoint.id },
  { title: "state", value: stateOf, kind: "status" },
  { title: "url", value: (endpoint) => endpoint.url, cut: 36 },
  { title: "events", value: (endpoint) => endpoint.filterTypes ?? "all", optional: true },
  { title: "created", value: (endpoint) => endpoint.created_at, kind: "time", optional: true },
];

export const endpointDetails: Column<Endpoint>[] = [
  ...endpointColumns,
  { title: "description", value: (endpoint) => endpoint.description },
  { title: "channels", value: (endpoint) => endpoint.channels ?? "all" },
  { title: "include", value: (endpoint) => endpoint.include },
  { title: "file bytes", value: (endpoint) => endpoint.file_bytes },
  { title: "format", value: (endpoint) => endpoint.format },
  { title: "format events", value: (endpoint) => endpoint.format_events },
  // their values are secrets of the receiver as often as not
  { title: "headers", value: (endpoint) => Object.keys(endpoint.headers ?? {}) },
  { title: "rate per second", value: (endpoint) => endpoint.rate_per_second },
  { title: "concurrency", value: (endpoint) => endpoint.concurrency },
  { title: "disabled because", value: (endpoint) => endpoint.disabled_reason },
  { title: "failing since", value: (endpoint) => endpoint.failing_since, kind: "time" },
  { title: "waits until", value: (endpoint) => endpoint.resumes_at, kind: "time" },
  { title: "created by", value: (endpoint) => endpoint.created_by },
  { title: "updated", value: (endpoint) => endpoint.updated_at, kind: "time" },
];

function stateOf({ enabled, disabled_reason }: Endpoint): string {
  if (enabled) return "enabled";
  return disabled_reason === "disabled by its owner" ? "paused" : "disabled";
}
