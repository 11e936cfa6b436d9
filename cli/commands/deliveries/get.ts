import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { deliveryDetails } from "./view.ts";

/** Shows one attempt to deliver. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  const path = { id };
  const delivery = await client.call("GET /v1/settings/developer/webhooks/deliveries/{id}", { path });
  await cli.output.record(delivery, deliveryDetails);
}
