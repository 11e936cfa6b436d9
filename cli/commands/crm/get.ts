import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { recordDetails } from "./view.ts";

/** Shows one record. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  await cli.output.record(await client.call("GET /v1/crm/records/{id}", { path: { id } }), recordDetails);
}
