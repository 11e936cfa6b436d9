import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { replayColumns } from "../deliveries/view.ts";
import type { cancelShape } from "./definitions.ts";

/** Stops a replay where it is. */
export async function run({ cli, arguments: { id } }: Input<typeof cancelShape>): Promise<void> {
  const route = "POST /v1/settings/developer/webhooks/deliveries/replays/{id}/cancel";
  const replay = await submit(cli, route, { path: { id } });
  if (replay !== undefined) await cli.output.record(replay, replayColumns);
}
