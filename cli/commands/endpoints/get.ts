import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { endpointDetails } from "./view.ts";

/** Shows one endpoint. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  const endpoint = await client.call("GET /v1/settings/developer/webhooks/endpoints/{id}", { path: { id } });
  await cli.output.record(endpoint, endpointDetails);
}
