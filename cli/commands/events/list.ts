import { printPages, readPages } from "../../lib/actions/paging.ts";
import type { Page, Paging } from "../../lib/api/types/api.ts";
import type { LoggedEvent } from "../../lib/api/types/webhooks.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { eventFilters } from "./filters.ts";
import { columnsFor } from "./view.ts";

/** Lists events, oldest first; with --ndjson as JSON, one a line. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const filters = { ...eventFilters(options), include_tests: options.tests };
  const client = await cli.client();
  const read = ({ cursor, limit }: Paging): Promise<Page<LoggedEvent>> => {
    const place = cursor === undefined ? {} : { after: cursor };
    return client.call("GET /v1/events", { query: { ...filters, ...place, ...(limit ? { limit } : {}) } });
  };
  if (!options.ndjson) return printPages(cli, options, columnsFor(cli), read);
  for await (const { data } of readPages(options, read)) {
    for (const event of data) await cli.output.line(event, JSON.stringify(event));
  }
}
