import type { EndpointRow } from "../../db/webhooks/endpoints.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { problem } from "../http/problem.ts";

/**
 * Whether a caller may see and change an endpoint: a key restricted to some channels, only
 * endpoints for those alone.
 */
export function mayUseEndpoint(caller: Caller, endpoint: Pick<EndpointRow, "channels">): boolean {
  if (caller.channelIds === null) return true;
  return endpoint.channels?.every((id) => mayUseChannel(caller, id)) ?? false;
}

/** Refuses an endpoint for all channels to a key that is restricted to some. */
export function requireOwnChannels(caller: Caller, channels: readonly string[] | null): void {
  if (caller.channelIds === null || channels !== null) return;
  throw problem(
    422,
    "invalid_request",
    "/channels: this key is limited to some channels; give those to listen to",
    {
      errors: [{ path: "/channels", message: "this key is limited to some channels; give the channels" }],
    },
  );
}
