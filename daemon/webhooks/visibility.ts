import type { Sql } from "../../db/connection/client.ts";
import { type EndpointRow, listEndpoints } from "../../db/webhooks/endpoints.ts";
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

/** The endpoints whose deliveries a caller sees; null is all of the organisation's, deleted ones included. */
export async function visibleEndpoints(
  sql: Sql,
  caller: Caller,
  wanted?: string | undefined,
): Promise<string[] | null> {
  if (caller.channelIds === null) return wanted === undefined ? null : [wanted];
  const rows = await listEndpoints(sql, caller.organizationId);
  const own = rows.filter((row) => mayUseEndpoint(caller, row)).map((row) => row.id);
  return wanted === undefined ? own : own.filter((id) => id === wanted);
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
