import type { Page, Paging } from "../../../daemon/start/types/routes.ts";
import { pagingOptions, printPages, readPages } from "../../lib/actions/paging.ts";
import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import { command } from "../../lib/command/command.ts";
import { given } from "../../lib/values/given.ts";
import { eventFilterOptions, eventFilters } from "./filters.ts";
import { columnsFor } from "./print.ts";

export const listEvents = command({
  path: "events list",
  summary: "List events",
  description: "List events: the same that endpoints receive, oldest first.",
  output: "One line for each event, oldest first: id, type, creation, body.",
  options: {
    ...eventFilterOptions,
    tests: { description: "Include test events" },
    ndjson: { description: "One event per line, as JSON" },
    ...pagingOptions,
    cursor: { value: "id", description: "Start after this event" },
  },
  examples: [
    { description: "The last two hours", command: "waypost events list --since 2h --all" },
    {
      description: "What failed today, for jq",
      command:
        "waypost events list --events message.status_update --since 1d --all --ndjson | jq 'select(.body.status == \"failed\")'",
    },
  ],
  async run({ cli, options }) {
    const filters = { ...eventFilters(options), include_tests: options.tests };
    const client = await cli.client();
    const read = ({ cursor, limit }: Paging): Promise<Page<LoggedEvent>> => {
      return client.call("GET /v1/events", { query: { ...filters, ...given({ after: cursor, limit }) } });
    };
    if (!options.ndjson) return printPages(cli, options, columnsFor(cli), read);
    for await (const { data } of readPages(options, read)) {
      for (const event of data) await cli.output.line(event, JSON.stringify(event));
    }
  },
});
