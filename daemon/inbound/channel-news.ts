import { type ChannelChanges, type ChannelRow, updateChannel } from "../../db/channels.ts";
import type { Transaction } from "../../db/client.ts";
import { stopLane, wakeLane } from "../../db/lanes.ts";
import type { ChannelNews } from "../providers/inbound.ts";
import type { Apply } from "./apply.ts";

/** The rate of a number that was never raised (Meta, "Throughput"): who set less did so on purpose. */
const STANDARD_PER_SECOND = 80;

/** What an account or number may do changes its channels: status, limits, rate, and whether anything is sent. */
export const applyChannelNews: Apply<"channel"> = async (sql, channels, news) => {
  for (const channel of channels) {
    let current: ChannelRow | null = channel;
    for (const one of news) {
      if (current === null) break;
      await holdLane(sql, current, one);
      current = await updateChannel(sql, channel.organization_id, channel.id, changes(current, one));
    }
  }
};

/** Stops or wakes the channel's lane, when the news says so. */
async function holdLane(sql: Transaction, channel: ChannelRow, { stoppedUntil }: ChannelNews): Promise<void> {
  if (stoppedUntil === undefined) return;
  const lane = { organizationId: channel.organization_id, kind: "channel", laneId: channel.id };
  await stopLane(sql, lane, stoppedUntil);
  if (stoppedUntil === null) await wakeLane(sql, lane);
}

function changes(channel: ChannelRow, news: ChannelNews): ChannelChanges {
  return {
    ...(news.status === undefined ? {} : { status: news.status }),
    ...(news.reason === undefined ? {} : { status_reason: news.reason }),
    ...(news.qualityRating === undefined ? {} : { quality_rating: news.qualityRating }),
    ...(news.messagingLimit === undefined ? {} : { messaging_limit: news.messagingLimit }),
    ...(news.perSecond === undefined ? {} : raised(channel, news.perSecond)),
  };
}

/** Raises the channel's rate to what the platform now allows, unless it was set below what was allowed before. */
function raised({ settings }: ChannelRow, perSecond: number): ChannelChanges {
  const chosen = settings.rate?.per_second ?? STANDARD_PER_SECOND;
  if (chosen < STANDARD_PER_SECOND || chosen >= perSecond) return {};
  return { settings: { ...settings, rate: { ...settings.rate, per_second: perSecond } } };
}
