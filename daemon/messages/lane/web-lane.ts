import { type ChannelRow, showRest } from "../../../db/channels/channels.ts";
import { deferItems, nextDue, pauseLeft } from "../../../db/lanes/lanes.ts";
import { finishSends, peekSends, startSends } from "../../../db/messages/sends.ts";
import type { TemplateDefinition } from "../../../db/templates/templates.ts";
import { type Acquaintance, findAcquaintances, openedSince } from "../../../db/whatsapp-web/messages.ts";
import { type WebSettings, webSettingsOf } from "../../channels/web-settings.ts";
import type { Lane, OpenLane } from "../../lanes/lane.ts";
import type { Pause } from "../../lanes/pause.ts";
import { findMessageType } from "../../message-types/registry.ts";
import type { Provider } from "../../providers/provider.ts";
import type { Draft } from "../../providers/whatsapp-web/encode/draft.ts";
import type { ChannelWorkDependencies, Send } from "./lane.ts";
import { createLaneRest } from "./lane-rest.ts";
import { reducedEnd } from "./reduced-end.ts";
import { withProviderIds } from "./references.ts";
import type { Resting } from "./rest.ts";
import { postponed, type SendEnd, sendNaming } from "./send-once.ts";
import type { WebPacer } from "./web-pacer.ts";

/** Calls that may be out at once on a number that is not paced: they go out one by one, but WhatsApp's word takes a while. */
const CONCURRENCY = 64;
/** How long a channel without a connection waits to be woken before it looks for itself, in milliseconds. */
const NOT_READY = 60_000;
/** How long the lane of a channel that its owner paused waits to be woken before it looks for itself. */
export const PAUSED_MILLISECONDS = 3600_000;
const DAY_MILLISECONDS = 24 * 3600_000;

/** The lane of a paired number while one drain works on it. */
export async function openWebChannel(
  { sql, channels, templates, daemonId }: ChannelWorkDependencies,
  lane: Lane,
  opened: ChannelRow,
  provider: Provider,
  pacers: (channel: ChannelRow) => WebPacer,
  paused: Pause,
  resting: Resting,
): Promise<OpenLane<Send, SendEnd>> {
  const key = { organizationId: lane.organizationId, channelId: lane.laneId };
  const rest = createLaneRest(sql, lane, paused, resting);
  const strangers = new Set<string>();
  let channel = opened;
  let settings = webSettingsOf(channel);
  pacers(channel).remember(await openedSince(sql, key, new Date(Date.now() - DAY_MILLISECONDS)));

  /** What changed counts from the next rows on. False when the channel is gone. */
  async function refresh(): Promise<boolean> {
    const found = await channels.find(lane.organizationId, lane.laneId);
    if (found === null) return false;
    if (found !== channel) {
      channel = found;
      settings = webSettingsOf(channel);
      paused.set(await pauseLeft(sql, lane));
    }
    return true;
  }

  function note({ conversation_id, last_inbound_at, opened_at }: Acquaintance): void {
    if (last_inbound_at === null && opened_at === null) strangers.add(conversation_id);
    else strangers.delete(conversation_id);
  }

  return {
    refresh,
    concurrency: () => (settings.rate.gap_seconds.most > 0 || resting.isTrying() ? 1 : CONCURRENCY),
    pause() {
      if (settings.paused === true) return PAUSED_MILLISECONDS;
      if (provider.isReady?.(channel.id) === false) return NOT_READY;
      return Math.max(paused.left(), pacers(channel).laneWait());
    },
    delay({ row }) {
      // an operation sends nobody anything
      if (findMessageType(row.type)?.addressed === false) return 0;
      const isNew = strangers.has(row.conversation_id);
      return pacers(channel).take({ key: row.address ?? row.conversation_id, isNew });
    },
    async peek(busy, limit) {
      const rows = await peekSends(sql, key, busy, limit);
      if (settings.warmup !== null && rows.length > 0)
        for (const known of await findAcquaintances(sql, key, rows)) note(known);
      return rows.map((row) => ({ itemId: row.item_id, orderKey: row.order_key, row }));
    },
    async start(items) {
      const ids = items.map((item) => item.itemId);
      // what is sent twice is the same message to WhatsApp
      const started = await startSends(sql, key, daemonId, ids, { relaxed: true });
      const attempts = new Map(started.map((one) => [one.message_id, one.attempt]));
      return items.flatMap((item) => {
        const attempt = attempts.get(item.itemId);
        return attempt === undefined ? [] : [{ ...item, row: { ...item.row, attempt } }];
      });
    },
    async run({ row }, signal) {
      const handed = {
        organizationId: lane.organizationId,
        id: channel.id,
        phoneNumberId: null,
        accessToken: null,
      };
      let template: TemplateDefinition | null;
      try {
        template = row.type === "template" ? await definitionOf(row.content) : null;
      } catch (cause) {
        return postponed(row, cause);
      }
      const ownPhone = channel.phone_number?.replace(/\D/g, "") ?? null;
      const typing = (body: Record<string, unknown>) => typingOf(body as Draft, settings);
      const end = await sendNaming(
        { provider, channel: handed, template, ownPhone, typing },
        withProviderIds(sql, key, row),
        row,
        signal,
      );
      rest.note(end);
      return end;
    },
    holds: (end) => end.result.outcome === "retry" || end.result.outcome === "unknown",
    keepsPlace: ({ result }) => result.outcome === "retry" && result.retry_after === null,
    async finish(ends) {
      await finishSends(
        sql,
        key,
        ends.map((end) => end.result),
      );
      const slowed = Math.max(0, ...ends.map((end) => end.slowMilliseconds));
      if (slowed > 0) await rest.pause(slowed);
      await rest.write();
      if (channel.status === "degraded" && !resting.isTrying() && ends.some((end) => end.works))
        await showRest(sql, lane.organizationId, lane.laneId, null);
    },
    reduced: reducedEnd,
    async defer(items) {
      const deferred = items.map(({ item, wait }) => ({ item_id: item.itemId, wait }));
      await deferItems(sql, lane.organizationId, deferred);
    },
    nextDue: () => nextDue(sql, lane),
  };

  async function definitionOf(content: string) {
    const { name, language } = JSON.parse(content).template;
    return await templates.find(lane.organizationId, null, name, language.code);
  }
}

const LEAST_PER_CHARACTER = 30;
const MOST_PER_CHARACTER = 80;
const LONGEST_TYPING = 10_000;

/** How long writing a draft would take a person, in milliseconds; 0 when nobody is to see it. */
function typingOf(draft: Draft, { rate }: WebSettings): number {
  if (!rate.typing || draft.do !== "send") return 0;
  const { content } = draft;
  const words =
    content.show === "text" ? content.text : content.show === "file" ? (content.file.caption ?? "") : "";
  const each = LEAST_PER_CHARACTER + Math.random() * (MOST_PER_CHARACTER - LEAST_PER_CHARACTER);
  return Math.min(LONGEST_TYPING, words.length * each);
}
