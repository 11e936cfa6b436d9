import { submit } from "../../lib/actions/submit.ts";
import type { Client } from "../../lib/api/client.ts";
import type { Input } from "../../lib/command/command.ts";
import type { retryShape } from "./definitions.ts";
import { deliveryColumns } from "./view.ts";
import { failedDelivery, waitForDeliveries } from "./wait.ts";

/** Delivers an event again at once; with --wait shows what became of it. */
export async function run({
  cli,
  arguments: { id },
  options: { endpoint, wait },
}: Input<typeof retryShape>): Promise<void> {
  const client = await cli.client();
  const wanted = await targetOf(client, id, endpoint);
  const route = "POST /v1/settings/developer/webhooks/deliveries/{id}/retry";
  const retried = await submit(cli, route, {
    path: { id: wanted.webhookId },
    body: wanted.endpointId === undefined ? {} : { endpoint_id: wanted.endpointId },
  });
  if (retried === undefined) return;
  if (retried.data.length === 0)
    cli.output.note("No enabled endpoint is without it; name one with --endpoint.");
  const deliveries = wait ? await waitForDeliveries(cli, client, retried.data) : retried.data;
  if (cli.output.format === "json") await cli.output.json({ data: deliveries });
  else await cli.output.rows(deliveries, deliveryColumns);
  const reason = wait ? deliveries.map(failedDelivery).find((one) => one !== null) : undefined;
  if (reason) throw reason;
}

/** What is retried is an event; an attempt's own id stands for its event at its endpoint. */
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
