import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { channelColumns } from "./view.ts";

/** Lists channels, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  await printPages(cli, options, channelColumns, (query) => client.call("GET /v1/channels", { query }));
}
