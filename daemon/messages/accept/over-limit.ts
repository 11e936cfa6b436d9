import type { ChannelRow } from "../../../db/channels/channels.ts";
import { hasRoomFor } from "../../../db/channels/portfolios.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { problem } from "../../http/problem.ts";

/**
 * Throws 422 when a channel that refuses what is over its messaging limit has no room for a person. What is accepted and
 * still over when it is sent waits.
 */
export async function refuseOverLimit(
  sql: Sql,
  { organization_id: organizationId, id: channelId, settings, messaging_limit: limit }: ChannelRow,
  person: { address: string | null; userId: string | null },
): Promise<void> {
  if (settings.over_limit !== "refuse" || limit === null) return;
  if (await hasRoomFor(sql, { organizationId, channelId }, person)) return;
  const message = `more people than WhatsApp allows in 24 hours (${limit}); see GET /v1/channels/${channelId}/limits`;
  throw problem(422, "messaging_limit_reached", `/to: ${message}`, { errors: [{ path: "/to", message }] });
}
