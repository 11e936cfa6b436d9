import { change } from "../../lib/actions/change.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { endpointDetails } from "./columns.ts";

/** Pauses or resumes an endpoint. */
export async function enableEndpoint(cli: Cli, id: string, enabled: boolean): Promise<void> {
  const request = { path: { id }, body: { enabled } };
  await change(cli, "PATCH /v1/settings/developer/webhooks/endpoints/{id}", request, endpointDetails);
}
