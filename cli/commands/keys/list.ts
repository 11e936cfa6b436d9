import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { keyColumns } from "./view.ts";

/** Lists keys, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, keyColumns, (query) => client.call("GET /v1/api-keys", { query }));
}
