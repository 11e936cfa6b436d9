import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { templateDetails } from "./view.ts";

/** Shows one template. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  await cli.output.record(await client.call("GET /v1/templates/{id}", { path: { id } }), templateDetails);
}
