import { printPages } from "../../lib/actions/paging.ts";
import type { DeliveryFilters } from "../../lib/api/types/webhooks.ts";
import type { Input } from "../../lib/command/command.ts";
import { parseTime } from "../../lib/values/duration.ts";
import type { listShape } from "./definitions.ts";
import { deliveryColumns } from "./view.ts";

/** Lists deliveries, newest first. */
export async function run({ cli, options }: Input<typeof listShape>): Promise<void> {
  const filters = filtersOf(options);
  const client = await cli.client();
  const read = (paging: DeliveryFilters) =>
    client.call("GET /v1/settings/developer/webhooks/deliveries", { query: { ...filters, ...paging } });
  await printPages(cli, options, deliveryColumns, read);
}

function filtersOf(options: Input<typeof listShape>["options"]): DeliveryFilters {
  const { endpoint, event, status, "webhook-id": webhookId, since, until } = options;
  return {
    ...(endpoint === undefined ? {} : { endpoint_id: endpoint }),
    ...(event === undefined ? {} : { event_type: event }),
    ...(status === undefined ? {} : { status }),
    ...(webhookId === undefined ? {} : { message_id: webhookId }),
    ...(since === undefined ? {} : { since: parseTime(since, -1) }),
    ...(until === undefined ? {} : { until: parseTime(until, -1) }),
  };
}
