import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { commentsShape } from "./definitions.ts";
import { commentColumns } from "./view.ts";

/** Lists the comments on a record, newest first. */
export async function run({ cli, arguments: { id }, options }: Input<typeof commentsShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, commentColumns, (query) =>
    client.call("GET /v1/crm/records/{id}/comments", { path: { id }, query }),
  );
}
