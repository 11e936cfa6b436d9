import type { ChannelRow } from "../../db/channels/channels.ts";
import { isAiling } from "../channels/health/levels.ts";
import { shownStatus } from "../channels/shown-status.ts";
import type { Providers } from "../providers/provider.ts";
import { type Depths, waitingIn } from "./lanes.ts";

const MOST_CHANNELS = 100;

/** How many channels have each status; of paused ones, that they are. */
export function countStatuses(providers: Providers, channels: readonly ChannelRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const channel of channels) {
    const status =
      channel.settings.paused === true ? "paused" : shownStatus(providers[channel.platform], channel).status;
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return counts;
}

/** Channels with what waits for each: those that are not connected first, then the paused ones, then those in bad health or with a reason to look. */
export function showChannels(providers: Providers, channels: readonly ChannelRow[], depths: Depths) {
  const shown = channels.map((channel) => showChannel(providers, channel, depths));
  return shown.sort((one, other) => urgency(one) - urgency(other)).slice(0, MOST_CHANNELS);
}

function urgency({
  status,
  status_reason,
  paused,
  health_score,
}: {
  status: string;
  status_reason: string | null;
  paused: boolean;
  health_score: number | null;
}): number {
  if (status !== "connected") return 0;
  if (paused) return 1;
  return isAiling(health_score) || status_reason !== null ? 2 : 3;
}

function showChannel(providers: Providers, row: ChannelRow, depths: Depths) {
  return {
    id: row.id,
    platform: row.platform,
    name: row.name,
    phone_number: row.phone_number,
    sandbox: row.sandbox,
    ...shownStatus(providers[row.platform], row),
    paused: row.settings.paused ?? false,
    health_score: row.health_score,
    quality_rating: row.quality_rating,
    messaging_limit: row.messaging_limit,
    rate_per_second: row.settings.rate?.per_second ?? null,
    changed_at: row.updated_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    ...waitingIn(depths, "channel", row.id),
  };
}
