import type { ChannelRow } from "../../db/channels/channels.ts";
import type { ChannelCache } from "../channels/cache.ts";
import type { Caller } from "../http/caller.ts";
import { usableChannel } from "../messages/accept/recipient.ts";
import { wrong } from "./plan/wrong.ts";

/** Checks that the caller may use channels, and that several are of one portfolio. Throws 422. */
export async function requireChannels(
  channels: ChannelCache,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  const rows = await Promise.all(ids.map((id) => usableChannel(channels, caller, id)));
  const [first, ...others] = rows;
  if (first !== undefined && others.some((other) => !isOfOnePortfolio(first, other)))
    throw wrong("/channel_ids", "several channels have to be of one portfolio of the same platform");
}

function isOfOnePortfolio(one: ChannelRow, other: ChannelRow): boolean {
  if (one.platform !== other.platform) return false;
  if (one.waba_id !== null && one.waba_id === other.waba_id) return true;
  return one.portfolio_id !== null && one.portfolio_id === other.portfolio_id;
}
