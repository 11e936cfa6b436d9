import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { importColumns } from "./view.ts";

/** Lists imports, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  const filters = options.status === undefined ? {} : { status: options.status };
  await printPages(cli, options, importColumns, (paging) =>
    client.call("GET /v1/contacts/imports", { query: { ...filters, ...paging } }),
  );
}
