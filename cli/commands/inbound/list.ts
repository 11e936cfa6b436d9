import type { Input } from "../../lib/command.ts";
import type { FailedInboundFilters } from "../../lib/inbound-types.ts";
import { printPages } from "../../lib/paging.ts";
import type { listShape } from "./definitions.ts";
import { failedColumns } from "./view.ts";

/** Lists what is set aside, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const filters = options.channel === undefined ? {} : { channel_id: options.channel };
  const client = await cli.client();
  const read = (paging: FailedInboundFilters) =>
    client.call("GET /v1/inbound/failed", { query: { ...filters, ...paging } });
  await printPages(cli, options, failedColumns, read);
}
