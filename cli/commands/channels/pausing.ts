import { submit } from "../../lib/actions/submit.ts";
import type { Cli } from "../../lib/command/cli.ts";
import { channelDetails } from "./view.ts";

/** Holds back what a channel is to send, or lets it go on. */
export async function pauseChannel(cli: Cli, id: string, paused: boolean): Promise<void> {
  const body = { settings: { paused } };
  const channel = await submit(cli, "PATCH /v1/channels/{id}", { path: { id }, body });
  if (channel !== undefined) await cli.output.record(channel, channelDetails);
}
