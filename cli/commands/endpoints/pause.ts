import type { Input } from "../../lib/command/command.ts";
import type { pauseShape } from "./definitions.ts";
import { enableEndpoint } from "./enable.ts";

/** Pauses an endpoint: what happens waits for it. */
export async function run({ cli, arguments: { id } }: Input<typeof pauseShape>): Promise<void> {
  await enableEndpoint(cli, id, false);
}
