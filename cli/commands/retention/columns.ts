import type { ResponseOf } from "../../../daemon/start/types/routes.ts";
import type { Column } from "../../lib/output/column.ts";

export type Retention = ResponseOf<"GET /v1/settings/retention">;
export type Going = ResponseOf<"POST /v1/settings/retention/preview">["data"][number];

const KINDS = ["messages", "files", "events", "logs"] as const;

export const retentionColumns: Column<Retention>[] = [
  ...KINDS.map((kind) => ({
    title: kind,
    value: (kept: Retention) => `${kept[kind] ?? kept.most[kind]} of at most ${kept.most[kind]} days`,
  })),
  { title: "channels", value: ({ channels }) => Object.entries(channels).map(describeChannel).join(", ") },
];

export const goingColumns: Column<Going>[] = [
  { title: "kind", value: ({ kind }) => kind },
  { title: "channel", value: ({ channel_id }) => channel_id },
  { title: "number", value: ({ count, is_estimate }) => (is_estimate ? `about ${count}` : count) },
  { title: "bytes", value: ({ bytes }) => bytes },
  { title: "oldest", value: ({ oldest_at }) => oldest_at, kind: "time" },
];

function describeChannel([id, { messages, files }]: [string, Retention["channels"][string]]): string {
  const days = (count: number | null) => (count === null ? "as others" : `${count} days`);
  return `${id}: messages ${days(messages)}; files ${days(files)}`;
}
