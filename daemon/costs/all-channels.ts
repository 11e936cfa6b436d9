import { type ChannelRow, listChannels } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";

/** Channels that are read at once. */
const PAGE = 100;

/** The channels of an organisation, or some of them, however many there are. */
export async function allChannels(
  sql: Sql,
  organizationId: string,
  only: readonly string[] | null,
): Promise<ChannelRow[]> {
  const all: ChannelRow[] = [];
  let page: ChannelRow[];
  do {
    page = await listChannels(sql, organizationId, only, all.at(-1)?.id ?? null, PAGE);
    all.push(...page);
  } while (page.length === PAGE);
  return all;
}
