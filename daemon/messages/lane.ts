import { type ChannelRow, updateChannel } from "../../db/channels.ts";
import type { Sql } from "../../db/client.ts";
import { deferItems, nextDue, pauseLane, pauseLeft } from "../../db/lanes.ts";
import { type DueSend, endDeletedChannel, finishSends, peekSends, startSends } from "../../db/sends.ts";
import type { ChannelCache } from "../channels/cache.ts";
import { tokenContext } from "../channels/channel.ts";
import type { Lane, LaneItem, LaneWork, OpenLane } from "../lanes/lane.ts";
import { createPause, type Pause } from "../lanes/pause.ts";
import type { Provider, ProviderChannel, Providers } from "../providers/provider.ts";
import type { Secrets } from "../secrets/envelope.ts";
import { createPacers, type Pacer } from "./pacer.ts";
import { reducedEnd } from "./reduced-end.ts";
import { type SendEnd, sendOnce } from "./send-once.ts";
import type { TemplateDefinitions } from "./template-definitions.ts";
import { openWebChannel, PAUSED_MILLISECONDS } from "./web-lane.ts";
import { createWebPacers } from "./web-pacer.ts";

/** A due message in its channel's lane. */
export type Send = LaneItem & { row: DueSend };

export type ChannelWorkDependencies = {
  sql: Sql;
  secrets: Secrets;
  providers: Providers;
  channels: ChannelCache;
  templates: TemplateDefinitions;
  daemonId: string;
};

/** Calls that may be out at once on one channel. */
const CONCURRENCY = 64;
/** How long a channel that cannot send rests before one message tries it again. */
const STOPPED_MILLISECONDS = 5 * 60_000;
/** Each call without an answer may have reached the recipient: so many copies of a message there are at most. */
const MOST_DOUBTS = 3;

/** The work of the channels' lanes: sending what was accepted. */
export function createChannelWork(dependencies: ChannelWorkDependencies): LaneWork<Send, SendEnd> {
  const pacers = createPacers();
  const webPacers = createWebPacers();
  return {
    async open(lane) {
      const channel = await dependencies.channels.find(lane.organizationId, lane.laneId);
      const provider = channel === null ? undefined : dependencies.providers[channel.platform];
      if (channel === null) await endDeletedChannel(dependencies.sql, lane.organizationId, lane.laneId);
      if (channel === null || provider === undefined) return null;
      const paused = createPause(await pauseLeft(dependencies.sql, lane));
      if (channel.platform === "whatsapp_unofficial")
        return openWebChannel(dependencies, lane, channel, provider, webPacers, paused);
      return openChannel(dependencies, lane, channel, provider, pacers, paused);
    },
  };
}

function openChannel(
  { sql, secrets, channels, daemonId }: ChannelWorkDependencies,
  lane: Lane,
  opened: ChannelRow,
  provider: Provider,
  pacers: (channel: ChannelRow) => Pacer,
  paused: Pause,
): OpenLane<Send, SendEnd> {
  const key = { organizationId: lane.organizationId, channelId: lane.laneId };
  let channel = opened;
  let handed = providerChannel(channel, secrets);
  let status = channel.status;

  /** A drain can take long: a changed token, rate or setting counts from the next rows on. False when the channel is gone. */
  async function refresh(): Promise<boolean> {
    const found = await channels.find(lane.organizationId, lane.laneId);
    if (found === null) return false;
    if (found !== channel) {
      channel = found;
      handed = providerChannel(channel, secrets);
      status = channel.status;
      paused.set(await pauseLeft(sql, lane));
    }
    return true;
  }

  /** Rests the lane, in this drain and for whoever drains it next. */
  async function rest(milliseconds: number): Promise<void> {
    paused.set(Math.max(paused.left(), milliseconds));
    await pauseLane(sql, lane, milliseconds);
  }

  /** The channel's status is what its last calls showed. */
  async function show(next: "connected" | "restricted", reason: string | null): Promise<void> {
    if (status === next) return;
    status = next;
    await updateChannel(sql, lane.organizationId, lane.laneId, {
      status: next,
      status_reason: reason,
      ...(next === "connected" ? { last_seen_at: new Date() } : {}),
    });
  }

  return {
    refresh,
    // a channel that cannot send is tried with one message at a time
    concurrency: () => (status === "connected" ? CONCURRENCY : 1),
    pause() {
      if (channel.settings.paused === true) return PAUSED_MILLISECONDS;
      return Math.max(paused.left(), pacers(channel).laneWait());
    },
    delay: (item) => pacers(channel).take(item.row.address ?? item.orderKey),
    async peek(busy, limit) {
      const rows = await peekSends(sql, key, busy, limit);
      return rows.map((row) => ({ itemId: row.item_id, orderKey: row.order_key, row }));
    },
    async start(items) {
      const ids = items.map((item) => item.itemId);
      const mostDoubts = channel.settings.delivery === "at_most_once" ? 1 : MOST_DOUBTS;
      const started = await startSends(sql, key, daemonId, ids, { mostDoubts });
      const attempts = new Map(started.map((one) => [one.message_id, one.attempt]));
      return items.flatMap((item) => {
        const attempt = attempts.get(item.itemId);
        return attempt === undefined ? [] : [{ ...item, row: { ...item.row, attempt } }];
      });
    },
    run: (item, signal) =>
      sendOnce({ provider, channel: handed, platform: channel.platform }, item.row, signal),
    holds: (end) => end.result.outcome === "retry" || end.result.outcome === "unknown",
    async finish(ends) {
      const results = ends.map((end) => end.result);
      await finishSends(sql, key, results);
      const stopped = ends.find((end) => end.stopped !== null)?.stopped ?? null;
      const slowed = Math.max(0, ...ends.map((end) => end.slowMilliseconds));
      if (stopped !== null) await rest(STOPPED_MILLISECONDS);
      else if (slowed > 0) await rest(slowed);
      if (stopped !== null) await show("restricted", `${stopped.code}: ${stopped.detail}`);
      else if (results.some((result) => result.outcome === "sent")) await show("connected", null);
    },
    reduced: reducedEnd,
    async defer(items) {
      const deferred = items.map(({ item, wait }) => ({ item_id: item.itemId, wait }));
      await deferItems(sql, lane.organizationId, deferred);
    },
    nextDue: () => nextDue(sql, lane),
  };
}

function providerChannel(channel: ChannelRow, secrets: Secrets): ProviderChannel {
  const token = channel.access_token;
  return {
    organizationId: channel.organization_id,
    id: channel.id,
    phoneNumberId: channel.phone_number_id,
    accessToken: token === null ? null : secrets.decrypt(token, tokenContext(channel.id)),
  };
}
