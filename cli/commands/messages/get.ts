import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { messageDetails } from "./view.ts";

/** Shows one message. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  await cli.output.record(await client.call("GET /v1/messages/{id}", { path: { id } }), messageDetails);
}
