import { printRows } from "../../lib/actions/list.ts";
import type { TimelineEntry } from "../../lib/api/types/messages.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";

const timelineColumns: Column<TimelineEntry>[] = [
  { title: "at", value: ({ at }) => at, kind: "time" },
  { title: "kind", value: ({ kind }) => kind },
  { title: "status", value: ({ status }) => status, kind: "status" },
  { title: "event", value: ({ event_type }) => event_type },
  { title: "attempt", value: ({ attempt }) => attempt, optional: 3 },
  { title: "answer", value: ({ response_status }) => response_status, optional: 2 },
  { title: "id", value: ({ delivery_id, event_id }) => delivery_id ?? event_id, optional: true },
  { title: "endpoint", value: ({ endpoint_id }) => endpoint_id, optional: true },
  { title: "ended", value: ({ ended_at }) => ended_at, kind: "time", optional: true },
  { title: "detail", value: ({ detail }) => detail, cut: true },
];

export const showTimeline = command({
  path: "messages timeline",
  summary: "Show all that happened to a message",
  output:
    "One line for each: when it was accepted, each call to WhatsApp, statuses, events and their deliveries, and what it waits for.",
  arguments: { id: { of: "messages", description: "Message to show" } },
  examples: [
    {
      description: "Which endpoints its events were delivered to",
      command:
        "waypost messages timeline 01920c3e-7a4b-7c3d-8e1f-2a3b4c5d6e7f --json | jq -c 'select(.kind == \"delivery\")'",
    },
  ],
  async run({ cli, arguments: path }) {
    const client = await cli.client();
    await printRows(cli, await client.call("GET /v1/messages/{id}/timeline", { path }), timelineColumns);
  },
});
