import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { normalizeRecipient } from "../../lib/values/recipient.ts";
import { findChannel } from "../send/channel.ts";

/** The path of a group of the channel that is named, or of the only one of the platform that the group is of. */
export async function groupPath(cli: Cli, channel: string | undefined, group: string) {
  const platform = group.includes("@") ? "whatsapp_unofficial" : "whatsapp_official";
  return { id: channel ?? (await findChannel(cli, platform)), group_id: group };
}

/** The people that options name. Throws a usage failure when there are none. */
export function participantsOf(given: readonly string[]): string[] {
  if (given.length === 0) throw usageFailure("nobody is named", "Give --participant once for each person.");
  return given.map(normalizeRecipient);
}
