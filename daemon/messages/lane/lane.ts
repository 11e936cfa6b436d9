import { type ChannelRow, updateChannel } from "../../../db/channels/channels.ts";
import type { Sql } from "../../../db/connection/client.ts";
import { planLaneEnd } from "../../../db/lanes/ends.ts";
import { deferItems, nextDue, pauseLeft } from "../../../db/lanes/lanes.ts";
import { type DueSend, finishSends, peekSends, startSends } from "../../../db/messages/sends.ts";
import type { ChannelCache } from "../../channels/cache.ts";
import { tokenContext } from "../../channels/channel.ts";
import type { Lane, LaneItem, LaneWork, OpenLane } from "../../lanes/lane.ts";
import { createPause, type Pause } from "../../lanes/pause.ts";
import type { Provider, ProviderChannel, Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { createLaneRest } from "./lane-rest.ts";
import { createPacers, type Pacer } from "./pacer.ts";
import { reducedEnd } from "./reduced-end.ts";
import { withProviderIds } from "./references.ts";
import { createRests, type Resting, type RestTimes, type Shown } from "./rest.ts";
import { type SendEnd, sendNaming } from "./send-once.ts";
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
  restTimes?: RestTimes | undefined;
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
  const rests = createRests(dependencies.restTimes);
  return {
    async open(lane) {
      const channel = await dependencies.channels.find(lane.organizationId, lane.laneId);
      const provider = channel === null ? undefined : dependencies.providers[channel.platform];
      if (channel === null) await planLaneEnd(dependencies.sql, lane);
      if (channel === null || provider === undefined) return null;
      const paused = createPause(await pauseLeft(dependencies.sql, lane));
      const resting = rests(channel.id);
      if (channel.platform === "whatsapp_unofficial")
        return openWebChannel(dependencies, lane, channel, provider, webPacers, paused, resting);
      return openChannel(dependencies, lane, channel, provider, pacers, paused, resting);
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
  resting: Resting,
): OpenLane<Send, SendEnd> {
  const key = { organizationId: lane.organizationId, channelId: lane.laneId };
  let channel = opened;
  let handed = providerChannel(channel, secrets);
  let status = channel.status;
  const rest = createLaneRest(sql, lane, paused, resting);

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
    concurrency: () => (status === "connected" && !resting.isTrying() ? CONCURRENCY : 1),
    pause() {
      if (channel.settings.paused === true) return PAUSED_MILLISECONDS;
      return Math.max(paused.left(), pacers(channel).laneWait());
    },
    async ready(stopping) {
      if (!resting.isSilent()) return true;
      const { status: found, reason } = await provider.probe(handed, stopping);
      if (found !== "degraded") resting.answered();
      else rest.note(silence(reason));
      await rest.write();
      return found !== "degraded";
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
    async run(item, signal) {
      const sender = { provider, channel: handed };
      const end = await sendNaming(sender, withProviderIds(sql, key, item.row), item.row, signal);
      rest.note(end);
      return end;
    },
    holds: (end) => end.result.outcome === "retry" || end.result.outcome === "unknown",
    keepsPlace: ({ result }) => result.outcome === "retry" && result.retry_after === null,
    async finish(ends) {
      const results = ends.map((end) => end.result);
      await finishSends(sql, key, results);
      const stopped = ends.find((end) => end.stopped !== null)?.stopped ?? null;
      const slowed = Math.max(0, ...ends.map((end) => end.slowMilliseconds));
      if (stopped !== null) await rest.pause(STOPPED_MILLISECONDS);
      else if (slowed > 0) await rest.pause(slowed);
      await rest.write();
      if (resting.isTrying() && status === "connected") status = "degraded";
      if (stopped !== null) await show("restricted", `${stopped.code}: ${stopped.detail}`);
      else if (!resting.isTrying() && results.some((result) => result.outcome === "sent"))
        await show("connected", null);
    },
    reduced: reducedEnd,
    async defer(items) {
      const deferred = items.map(({ item, wait }) => ({ item_id: item.itemId, wait }));
      await deferItems(sql, lane.organizationId, deferred);
    },
    nextDue: () => nextDue(sql, lane),
  };
}

/** As a call that nothing answered. */
function silence(reason: string | null): Shown {
  const error = { code: "provider_unreachable", title: "WhatsApp does not answer", provider_code: null };
  return {
    works: false,
    trouble: { kind: "silent", error: { ...error, detail: reason ?? "", retryable: true } },
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
