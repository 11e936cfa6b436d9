import { type ChannelRow, updateChannel } from "../../db/channels.ts";
import type { Sql } from "../../db/client.ts";
import type { Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { tokenContext } from "./channel.ts";

export type CheckDependencies = { sql: Sql; secrets: Secrets; providers: Providers };

/** The channel as it is after the platform was asked; what it says becomes the channel's status. */
export async function checkChannel(
  { sql, secrets, providers }: CheckDependencies,
  channel: ChannelRow,
): Promise<ChannelRow> {
  const provider = providers[channel.platform];
  // a paired number's status is what its gateway finds, all the time
  if (provider === undefined || channel.platform === "whatsapp_unofficial") return channel;
  const token = channel.access_token;
  const probe = await provider.probe({
    organizationId: channel.organization_id,
    id: channel.id,
    phoneNumberId: channel.phone_number_id,
    accessToken: token === null ? null : secrets.decrypt(token, tokenContext(channel.id)),
  });
  const changed = await updateChannel(sql, channel.organization_id, channel.id, {
    status: probe.status,
    status_reason: probe.reason,
    ...(probe.phoneNumber === undefined ? {} : { phone_number: probe.phoneNumber }),
    ...(probe.qualityRating === undefined ? {} : { quality_rating: probe.qualityRating }),
    ...(probe.status === "connected" ? { last_seen_at: new Date() } : {}),
  });
  return changed ?? channel;
}
