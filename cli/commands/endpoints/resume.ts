import type { Input } from "../../lib/command/command.ts";
import type { resumeShape } from "./definitions.ts";
import { enableEndpoint } from "./enable.ts";

/** Lets an endpoint go on, with what waited for it. */
export async function run({ cli, arguments: { id } }: Input<typeof resumeShape>): Promise<void> {
  await enableEndpoint(cli, id, true);
}
