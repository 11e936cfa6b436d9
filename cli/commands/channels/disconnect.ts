import { submit } from "../../lib/actions/submit.ts";
import type { Input } from "../../lib/command/command.ts";
import { agree } from "../../lib/input/agree.ts";
import type { disconnectShape } from "./pairing-definitions.ts";
import { channelDetails } from "./view.ts";

/** Ends a paired number's connection; with --logout also its pairing. */
export async function run({
  cli,
  arguments: { id },
  options: { logout, yes },
}: Input<typeof disconnectShape>): Promise<void> {
  if (logout) await agree(cli, yes, `Log ${id} out? It has to be paired anew.`);
  const channel = await submit(cli, "POST /v1/channels/{id}/disconnect", { path: { id }, body: { logout } });
  if (channel !== undefined) await cli.output.record(channel, channelDetails);
}
