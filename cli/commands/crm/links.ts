import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { linksShape } from "./definitions.ts";
import { relationshipColumns } from "./view.ts";

/** Lists the relationships of a record, newest first. */
export async function run({ cli, arguments: { id }, options }: Input<typeof linksShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, relationshipColumns, (query) =>
    client.call("GET /v1/crm/records/{id}/relationships", { path: { id }, query }),
  );
}
