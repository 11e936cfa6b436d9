import type { Input } from "../../lib/command/command.ts";
import { pauseChannel } from "./pausing.ts";
import type { resumeShape } from "./pausing-definitions.ts";

/** Lets a paused channel go on. */
export async function run({ cli, arguments: { id } }: Input<typeof resumeShape>): Promise<void> {
  await pauseChannel(cli, id, false);
}
