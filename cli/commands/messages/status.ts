import type { Input } from "../../lib/command/command.ts";
import type { statusShape } from "./definitions.ts";
import { statusColumns } from "./view.ts";

/** Shows the status of a message and how it came to it. */
export async function run(input: Input<typeof statusShape>): Promise<void> {
  const { cli, options } = input;
  const query = options.channel === undefined ? {} : { channel_id: options.channel };
  const client = await cli.client();
  const status = await client.call("GET /v1/messages/{id}/status", { path: input.arguments, query });
  await cli.output.record(status, statusColumns);
}
