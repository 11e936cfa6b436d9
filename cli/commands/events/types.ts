import { printRows } from "../../lib/actions/list.ts";
import type { EventType } from "../../lib/api/types/webhooks.ts";
import { command } from "../../lib/command/command.ts";
import type { Column } from "../../lib/output/column.ts";
import { given } from "../../lib/values/given.ts";

const columns: Column<EventType>[] = [
  { title: "type", value: ({ type }) => type },
  { title: "when", value: ({ description }) => description },
];

export const listEventTypes = command({
  path: "events types",
  summary: "List the event types",
  output:
    "One line for each type: its name, and when it is sent; with --json, also its body's schema and an example, and what `--include` of endpoints adds to events of messages.",
  examples: [
    { description: "All of them", command: "waypost events types" },
    {
      description: "Show an example of a new message",
      command: "waypost events types --json | jq '.data[] | select(.type == \"message.new\").example'",
    },
    { description: "Show what an event can carry", command: "waypost events types --json | jq .included" },
  ],
  async run({ cli }) {
    const client = await cli.client();
    const { events = [], included } = await client.call("GET /v1/settings/developer/webhooks", {});
    await printRows(cli, { data: events, ...given({ included }) }, columns);
  },
});
