import { printPages } from "../../lib/actions/paging.ts";
import type { Input } from "../../lib/command/command.ts";
import type { listShape } from "./definitions.ts";
import { orderColumns } from "./view.ts";

/** Lists orders, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const client = await cli.client();
  const { status, payment, contact, channel } = options;
  const filters = {
    ...(status === undefined ? {} : { status }),
    ...(payment === undefined ? {} : { payment_status: payment }),
    ...(contact === undefined ? {} : { contact_id: contact }),
    ...(channel === undefined ? {} : { channel_id: channel }),
  };
  await printPages(cli, options, orderColumns, (paging) =>
    client.call("GET /v1/orders", { query: { ...filters, ...paging } }),
  );
}
