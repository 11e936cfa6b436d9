import type { Input } from "../../lib/command/command.ts";
import type { getShape } from "./definitions.ts";
import { conversationDetails } from "./view.ts";

/** Shows one conversation. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  const conversation = await client.call("GET /v1/conversations/{id}", { path: { id } });
  await cli.output.record(conversation, conversationDetails);
}
