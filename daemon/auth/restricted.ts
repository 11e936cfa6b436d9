import type { Caller } from "../http/caller.ts";
import { problem } from "../http/problem.ts";

/**
 * Throws 403 for a key that is for some channels: what the route does is about
 * the organisation, and would let the key reach beyond its channels.
 */
export function refuseRestrictedKey({ channelIds }: Pick<Caller, "channelIds">): void {
  if (channelIds === null) return;
  throw problem(403, "restricted_key", "this key is for some channels; it takes one for all of them");
}
