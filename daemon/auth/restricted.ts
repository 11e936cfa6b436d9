import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";

/**
 * Throws 403 for a key restricted to some channels: the route concerns the whole organisation,
 * so the key would reach beyond its channels.
 */
export function refuseRestrictedKey({ channelIds }: Pick<Caller, "channelIds">): void {
  if (channelIds === null) return;
  throw problem(
    403,
    "restricted_key",
    "this key is limited to some channels; the request needs a key for all channels",
  );
}
