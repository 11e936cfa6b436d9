import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { deliveryDetails } from "../deliveries/view.ts";
import { failedDelivery, waitForDelivery } from "../deliveries/wait.ts";
import type { testShape } from "./definitions.ts";

/** Sends an endpoint a test event and shows what it answered. */
export async function run({
  cli,
  arguments: { id },
  options: { event },
}: Input<typeof testShape>): Promise<void> {
  const body = event === undefined ? {} : { event_type: event };
  const route = "POST /v1/settings/developer/webhooks/endpoints/{id}/test";
  const made = await submit(cli, route, { path: { id }, body });
  if (made === undefined) return;
  const client = await cli.client();
  const delivery = await cli.spinner("Waiting for the endpoint", () =>
    waitForDelivery(client, made, cli.timeoutMs),
  );
  await cli.output.record(delivery, deliveryDetails);
  const reason = failedDelivery(delivery);
  if (reason !== null) throw reason;
}
