import { type ChannelRow, findChannel } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { providerOf } from "../channels/platform.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { found, notFound } from "../http/found.ts";
import { problem } from "../http/problem.ts";
import type { Providers } from "../providers/provider.ts";

/**
 * The channel whose groups, or group, a request is about. Throws 404 when it is not the caller's or the id is no
 * group's, 422 when it can have no groups or they are switched off.
 */
export async function findGroupChannel(
  { sql, providers }: { sql: Sql; providers: Providers },
  caller: Caller,
  { id, group_id }: { id: string; group_id?: string },
): Promise<ChannelRow> {
  const isTheirs = mayUseChannel(caller, id);
  const channel = found(isTheirs ? await findChannel(sql, caller.organizationId, id) : null, "channel");
  const { groups } = providerOf(providers, channel);
  if (groups === undefined)
    throw problem(422, "unsupported_on_platform", `${channel.platform} channels have no groups`);
  if (groups.optIn && channel.settings.groups !== true)
    throw problem(
      422,
      "groups_disabled",
      "the channel talks to people only: set `groups` in its settings to true",
    );
  if (group_id !== undefined && !groups.isId(group_id)) throw notFound("group");
  return channel;
}
