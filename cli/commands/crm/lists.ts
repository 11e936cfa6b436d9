import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listsShape } from "./list-definitions.ts";
import { listColumns } from "./view.ts";

/** Lists the lists of records, newest first. */
export async function run({ cli, options }: Input<typeof listsShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, listColumns, (query) => client.call("GET /v1/crm/lists", { query }));
}
