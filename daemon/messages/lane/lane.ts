import type { ChannelRow } from "../../../db/channels/channels.ts";
import { joinPeople } from "../../../db/contacts/number-forms.ts";
import { planLaneEnd } from "../../../db/lanes/ends.ts";
import { pauseLeft } from "../../../db/lanes/lanes.ts";
import { RANKS } from "../../../db/lanes/priorities.ts";
import { readdress } from "../../../db/messages/recipients.ts";
import {
  type DueSend,
  finishSends,
  peekSends,
  startSends,
  takeBackSends,
} from "../../../db/messages/sends.ts";
import type { ChannelCache } from "../../channels/cache.ts";
import type { Lane, LaneItem, LaneWork, Look, OpenLane } from "../../lanes/lane.ts";
import { createPause, type Pause } from "../../lanes/pause.ts";
import { deferByItems } from "../../lanes/waiting.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import { createForms, type Forms } from "../../media/outgoing/forms/forms.ts";
import type { FormDependencies } from "../../media/outgoing/forms/make-form.ts";
import { findMessageType } from "../../message-types/registry.ts";
import type { Provider, Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { type Copies, createCopies } from "../files/copies.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { begun, firstOfEachKey, sendOf } from "./begun.ts";
import { createChannelStatus } from "./channel-status.ts";
import { countedOf } from "./counted.ts";
import { createLaneRest } from "./lane-rest.ts";
import { createNewContacts } from "./new-contacts.ts";
import { reducedEnd } from "./reduced-end.ts";
import { createRests, type Resting, type RestTimes, silence } from "./rest.ts";
import { createRestrictions } from "./restrictions.ts";
import type { SendEnd } from "./send-end.ts";
import { type SignButtons, sendNaming } from "./send-once.ts";
import { senderOf } from "./sender.ts";

/** A due message in its channel's lane. */
export type Send = LaneItem & { row: DueSend };

export type ChannelWorkDependencies = FormDependencies & {
  secrets: Secrets;
  providers: Providers;
  channels: ChannelCache;
  templates: TemplateDefinitions;
  signButtons: SignButtons;
  daemonId: string;
  restTimes?: RestTimes | undefined;
};

/** Where uploaded files are on platforms, and what they are made into. */
type Files = { copies: Copies; forms: Forms };

/** How long a channel that cannot send rests before one message tries it again. */
const STOPPED_MS = 5 * 60_000;
/** How long a channel without a connection waits to be woken before it looks for itself. */
const NOT_READY_MS = 60_000;
/** How long a channel that its owner paused waits to be woken before it looks for itself. */
const PAUSED_MS = 3600_000;

/** The work of the channels' lanes: sending what was accepted, whatever their platform. */
export function createChannelWork(dependencies: ChannelWorkDependencies): LaneWork<Send, SendEnd> {
  const { sql, channels, providers } = dependencies;
  const rests = createRests(dependencies.restTimes);
  const files = { copies: createCopies(dependencies), forms: createForms(dependencies) };
  return {
    async takeBack({ organizationId, laneId: channelId }, items) {
      await takeBackSends(sql, { organizationId, channelId }, dependencies.daemonId, items);
    },
    async open(lane) {
      const channel = await channels.find(lane.organizationId, lane.laneId);
      const provider = channel === null ? undefined : providers[channel.platform];
      if (channel === null) await planLaneEnd(sql, lane);
      if (channel === null || provider === undefined) return null;
      const paused = createPause(await pauseLeft(sql, lane));
      return await openChannel(
        { ...dependencies, files },
        lane,
        channel,
        provider,
        paused,
        rests(channel.id),
      );
    },
  };
}

/** The lane of a channel while one drain works on it. */
async function openChannel(
  {
    sql,
    secrets,
    channels,
    templates,
    files,
    signButtons,
    daemonId,
  }: ChannelWorkDependencies & { files: Files },
  lane: Lane,
  opened: ChannelRow,
  provider: Provider,
  paused: Pause,
  resting: Resting,
): Promise<OpenLane<Send, SendEnd>> {
  const key = { organizationId: lane.organizationId, channelId: lane.laneId };
  const rest = createLaneRest(sql, lane, paused, resting);
  const status = createChannelStatus(sql, lane, provider, opened, resting);
  const newContacts = createNewContacts(sql, key);
  const restrictions = createRestrictions(sql, key);
  let channel = opened;
  let policy = provider.policy(channel);
  let sender = senderOf(provider, channel, policy, secrets);
  await newContacts.pass(policy);
  await restrictions.refresh(opened);

  /** A drain can take long: a changed token, rate or setting counts from the next rows on. False when the channel is gone. */
  async function refresh(): Promise<boolean> {
    const found = await channels.find(lane.organizationId, lane.laneId);
    if (found === null) return false;
    if (found === channel) return true;
    channel = found;
    const before = policy;
    policy = provider.policy(channel);
    // a new one knows of nobody yet
    if (policy !== before) await newContacts.pass(policy);
    sender = senderOf(provider, channel, policy, secrets);
    status.refresh(channel);
    await restrictions.refresh(channel);
    paused.set(await pauseLeft(sql, lane));
    return true;
  }

  async function peekEach(looks: readonly Look[]): Promise<Send[]> {
    return (await met(await peekSends(sql, key, looks))).map(sendOf);
  }

  /** The rows as they can be addressed now, once what their recipients decide is known. */
  async function met(due: readonly DueSend[]): Promise<DueSend[]> {
    const rows = await readdress(sql, key, due, provider.addressedBy);
    await newContacts.meet(policy, rows);
    await restrictions.meet(rows);
    return rows;
  }

  function pause(): number {
    if (channel.settings.paused === true) return PAUSED_MS;
    if (provider.isReady?.(channel.id) === false) return NOT_READY_MS;
    return Math.max(paused.left(), policy.laneWait());
  }

  function delay({ row }: Send): number {
    return (
      restrictions.holdOf(row)?.wait ??
      policy.take({
        recipient: row.address ?? row.order_key,
        isAddressed: findMessageType(row.type)?.addressed !== false,
        isNewContact: newContacts.has(row),
      })
    );
  }

  return {
    keepsUpToDate: true,
    refresh,
    concurrency: () => (status.isWell() && !resting.isTrying() ? policy.concurrency : 1),
    pause,
    async ready(stopping) {
      if (!resting.isSilent()) return true;
      const { status: found, reason } = await provider.probe(sender.channel, stopping);
      if (found !== "degraded") resting.responded();
      else rest.note(silence(reason));
      await rest.write();
      return found !== "degraded";
    },
    delay,
    peek: (busy, most) => peekEach(RANKS.map((priority) => ({ priority, busy, most }))),
    peekEach,
    async choose(items) {
      // whose conversation counts in the pacing is not known yet
      if (policy.rememberNewContacts !== undefined || !restrictions.areNone()) return [];
      if (!(await refresh()) || pause() > 0 || resting.isTrying() || !status.isWell()) return [];
      return firstOfEachKey(items).filter((item) => item.row.address !== null && delay(item) === 0);
    },
    async start(items) {
      const ids = items.map((item) => item.itemId);
      const counted = countedOf(channel, items);
      const started = await startSends(sql, key, daemonId, ids, {
        ...policy.attempts,
        counted,
        orderKeys: items.map((item) => item.orderKey),
      });
      // the channel may have been paused or deleted, and this daemon not have heard of it yet
      if (started.length < items.length) channels.forget(key.channelId);
      return begun(items, started);
    },
    async run({ row }, signal) {
      const end = await sendNaming({ sql, key, templates, files, signButtons }, sender, row, signal);
      rest.note(end);
      return end;
    },
    holds: (end) => end.result.outcome === "retry" || end.result.outcome === "unknown",
    keepsPlace: ({ result }) => result.outcome === "retry" && result.retry_after === null,
    async finish(ends) {
      const results = ends.map((end) => end.result);
      await finishSends(sql, key, results);
      const same = ends.flatMap((end) => end.same ?? []);
      await retryDeadlock(() => joinPeople(sql, key.organizationId, same));
      await restrictions.note(ends);
      if (ends.some((end) => end.stopped !== null)) await rest.pause(STOPPED_MS);
      await rest.write();
      await status.note(ends);
    },
    reduced: reducedEnd,
    ...deferByItems(sql, lane, ({ row }) => restrictions.holdOf(row)?.reason),
  };
}
