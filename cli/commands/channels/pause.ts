import type { Input } from "../../lib/command/command.ts";
import { pauseChannel } from "./pausing.ts";
import type { pauseShape } from "./pausing-definitions.ts";

/** Pauses a channel: what is to be sent waits. */
export async function run({ cli, arguments: { id } }: Input<typeof pauseShape>): Promise<void> {
  await pauseChannel(cli, id, true);
}
