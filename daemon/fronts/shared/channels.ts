import type { ChannelRow } from "../../../db/channels/channels.ts";
import { findChannelsNamed } from "../../../db/channels/named.ts";
import { problem } from "../../http/problem.ts";
import type { Call } from "./call.ts";

/**
 * The channel that a client calls its instance or session, by name or id. `what` is the form's own word. Throws 404
 * where there is none and 409 where there are several.
 */
export async function channelNamed({ sql, caller }: Call, name: string, what: string): Promise<ChannelRow> {
  const rows = await findChannelsNamed(sql, caller.organizationId, caller.channelIds, name);
  const byId = rows.find(({ id }) => id === name);
  if (byId !== undefined) return byId;
  const [row, another] = rows;
  if (row === undefined)
    throw problem(404, "channel_not_found", `The "${name}" ${what} does not exist: no channel has this name`);
  if (another === undefined) return row;
  const ids = rows.map(({ id }) => id).join(" or ");
  throw problem(
    409,
    "ambiguous_name",
    `several channels are called "${name}": give one of them another name, or use an id (${ids})`,
  );
}
