import { printPages } from "../../lib/actions/paging.ts";
import type { FailedInboundFilters } from "../../lib/api/types/inbound.ts";
import type { Input } from "../../lib/command/command.ts";
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
