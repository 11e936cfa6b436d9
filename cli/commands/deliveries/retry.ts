import { printRows } from "../../lib/actions/list.ts";
import { submit } from "../../lib/actions/submit.ts";
import type { Client } from "../../lib/api/client.ts";
import { command } from "../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../lib/failures/exit-codes.ts";
import { given } from "../../lib/values/given.ts";
import { deliveryColumns } from "./columns.ts";
import { failedDelivery, waitForDeliveries } from "./wait.ts";

export const retryDelivery = command({
  path: "deliveries retry",
  summary: "Deliver one event again now",
  description:
    "Deliver one event again now, to every enabled endpoint that has not accepted it, or to the given one.",
  output: "One line for each attempt, as in the list.",
  arguments: { id: { of: "deliveries", description: "webhook-id of the event, or one of its deliveries" } },
  options: {
    endpoint: {
      value: "id",
      of: "endpoints",
      description: "To this endpoint, even if it has accepted the event",
    },
    wait: { description: "Wait for the responses, at most --timeout (default 20s)" },
  },
  writes: true,
  examples: [
    {
      description: "And see the response",
      command: "waypost deliveries retry evt_01JDB2M5S8V0ZC3K7Q2M4N6P8S --wait",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { id }, options: { endpoint, wait } }) {
    const client = await cli.client();
    const wanted = await targetOf(client, id, endpoint);
    const route = "POST /v1/settings/developer/webhooks/deliveries/{id}/retry";
    const retried = await submit(cli, route, {
      path: { id: wanted.webhookId },
      body: given({ endpoint_id: wanted.endpointId }),
    });
    if (retried === undefined) return;
    if (retried.data.length === 0)
      cli.output.note("Every enabled endpoint has accepted it; choose one with --endpoint.");
    const deliveries = wait ? await waitForDeliveries(cli, client, retried.data) : retried.data;
    await printRows(cli, { data: deliveries }, deliveryColumns);
    const reason = wait ? deliveries.map(failedDelivery).find((one) => one !== null) : undefined;
    if (reason) throw reason;
  },
});

/** The event to retry; an attempt's id stands for its event at its endpoint. */
async function targetOf(
  client: Client,
  id: string,
  endpointId: string | undefined,
): Promise<{ webhookId: string; endpointId: string | undefined }> {
  if (!id.startsWith("dlv_")) return { webhookId: id, endpointId };
  const path = { id };
  const attempt = await client.call("GET /v1/settings/developer/webhooks/deliveries/{id}", { path });
  return { webhookId: attempt.message_id, endpointId: endpointId ?? attempt.endpoint_id };
}
