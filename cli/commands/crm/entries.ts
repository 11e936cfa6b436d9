import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { entriesShape } from "./list-definitions.ts";
import { entryColumns } from "./view.ts";

/** Lists the records on a list. */
export async function run({ cli, arguments: { list }, options }: Input<typeof entriesShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, entryColumns, (query) =>
    client.call("GET /v1/crm/lists/{id}/entries", { path: { id: list }, query }),
  );
}
