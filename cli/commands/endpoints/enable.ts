import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { endpointDetails } from "./view.ts";

/** Pauses an endpoint or lets it go on. */
export async function enableEndpoint(cli: Cli, id: string, enabled: boolean): Promise<void> {
  const route = "PATCH /v1/settings/developer/webhooks/endpoints/{id}";
  const endpoint = await submit(cli, route, { path: { id }, body: { enabled } });
  if (endpoint !== undefined) await cli.output.record(endpoint, endpointDetails);
}
