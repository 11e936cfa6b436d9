import type { Input } from "../../lib/command.ts";
import { submit } from "../../lib/submit.ts";
import type { cancelShape } from "./definitions.ts";
import { messageDetails } from "./view.ts";

/** Cancels a message that waits. */
export async function run({ cli, arguments: { id } }: Input<typeof cancelShape>): Promise<void> {
  const message = await submit(cli, "POST /v1/messages/{id}/cancel", { path: { id } });
  if (message !== undefined) await cli.output.record(message, messageDetails);
}
