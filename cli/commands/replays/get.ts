import type { Input } from "../../lib/command/command.ts";
import { replayColumns } from "../deliveries/view.ts";
import type { getShape } from "./definitions.ts";

/** Shows how far a replay is. */
export async function run({ cli, arguments: { id } }: Input<typeof getShape>): Promise<void> {
  const client = await cli.client();
  const route = "GET /v1/settings/developer/webhooks/deliveries/replays/{id}";
  await cli.output.record(await client.call(route, { path: { id } }), replayColumns);
}
