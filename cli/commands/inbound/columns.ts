import type { FailedInbound } from "../../lib/api/types/inbound.ts";
import type { Column } from "../../lib/output/column.ts";

export const failedColumns: Column<FailedInbound>[] = [
  { title: "id", value: (call) => call.id },
  { title: "channel", value: (call) => call.channel_id },
  { title: "received", value: (call) => call.received_at, kind: "time" },
  { title: "attempts", value: (call) => call.attempts, optional: true },
  { title: "bytes", value: (call) => call.bytes, optional: true },
  { title: "provider", value: (call) => call.provider, optional: true },
  { title: "failed", value: (call) => call.failed_at, kind: "time", optional: true },
  { title: "reason", value: (call) => call.reason },
];
