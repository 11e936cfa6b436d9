import type { Endpoint } from "../../lib/api-types.ts";
import type { Column } from "../../lib/table.ts";

export const endpointColumns: Column<Endpoint>[] = [
  { title: "id", value: (endpoint) => endpoint.id },
  { title: "state", value: (endpoint) => (endpoint.enabled ? "enabled" : "disabled") },
  { title: "url", value: (endpoint) => endpoint.url },
  { title: "events", value: (endpoint) => endpoint.filterTypes ?? "all", optional: true },
  { title: "created", value: (endpoint) => endpoint.created_at, kind: "time", optional: true },
];
