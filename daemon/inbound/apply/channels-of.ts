import {
  type ChannelRow,
  findChannel,
  findChannelByPhoneNumberId,
  findChannelsOfAccount,
} from "../../../db/channels/channels.ts";
import type { Queryable } from "../../../db/connection/client.ts";
import type { InboundTarget } from "../../providers/inbound.ts";

/** A channel, or a number's one channel; or an account's channels, only that of the number where the call names one. */
export async function channelsOf(sql: Queryable, target: InboundTarget): Promise<readonly ChannelRow[]> {
  if ("channelId" in target) {
    const channel = await findChannel(sql, target.organizationId, target.channelId);
    return channel === null ? [] : [channel];
  }
  if ("phoneNumberId" in target) {
    const channel = await findChannelByPhoneNumberId(sql, target.phoneNumberId);
    return channel === null ? [] : [channel];
  }
  const channels = await findChannelsOfAccount(sql, target.accountId);
  if (target.phone === null) return channels;
  const named = channels.filter(({ phone_number }) => phone_number?.replace(/\D/g, "") === target.phone);
  // The number of a channel that was never probed is not known; it is the account's only one, or nobody's.
  return named.length > 0
    ? named
    : channels.length === 1 && channels[0]?.phone_number === null
      ? channels
      : [];
}
