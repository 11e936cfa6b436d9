import { joinPeople } from "../../../db/contacts/number-forms.ts";
import { planLaneEnd } from "../../../db/lanes/ends.ts";
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
import { deferByItems } from "../../lanes/waiting.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import { createForms, type Forms } from "../../media/outgoing/forms/forms.ts";
import type { FormDependencies } from "../../media/outgoing/forms/make-form.ts";
import type { Providers } from "../../providers/provider.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { type Copies, createCopies } from "../files/copies.ts";
import type { TemplateDefinitions } from "../template-definitions.ts";
import { begun, firstOfEachKey, sendOf } from "./begun.ts";
import { countedOf } from "./counted.ts";
import { delayOf, type OpenedChannel, openedChannel, pauseOf, takeUp } from "./opened-channel.ts";
import { reducedEnd } from "./reduced-end.ts";
import { createRests, type RestTimes, silence } from "./rest.ts";
import type { SendEnd } from "./send-end.ts";
import { type SignButtons, sendNaming } from "./send-once.ts";
import { senderOfMessage } from "./sender.ts";

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
      const row = await channels.find(lane.organizationId, lane.laneId);
      const provider = row === null ? undefined : providers[row.platform];
      if (row === null) await planLaneEnd(sql, lane);
      if (row === null || provider === undefined) return null;
      const opened = await openedChannel(dependencies, lane, { row, provider, resting: rests(row.id) });
      return openLane({ ...dependencies, files }, lane, opened);
    },
  };
}

/** The lane of a channel while one drain works on it. */
function openLane(
  dependencies: ChannelWorkDependencies & { files: Files },
  lane: Lane,
  opened: OpenedChannel,
): OpenLane<Send, SendEnd> {
  const { sql, channels, templates, files, signButtons, daemonId } = dependencies;
  const { status, newContacts, restrictions, resting, rest } = opened;
  const key = { organizationId: lane.organizationId, channelId: lane.laneId };

  async function refresh(): Promise<boolean> {
    const found = await channels.find(lane.organizationId, lane.laneId);
    if (found !== null) await takeUp(dependencies, lane, opened, found);
    return found !== null;
  }

  /** What is due, as it can be addressed now, once what the recipients decide is known. */
  async function peekEach(looks: readonly Look[]): Promise<Send[]> {
    const due = await peekSends(sql, key, looks);
    const rows = await readdress(sql, key, due, opened.provider.addressedBy);
    await newContacts.meet(opened.policy, rows);
    await restrictions.meet(rows);
    return rows.map(sendOf);
  }

  return {
    keepsUpToDate: true,
    refresh,
    concurrency: () => (status.isWell() && !resting.isTrying() ? opened.policy.concurrency : 1),
    pause: () => pauseOf(opened),
    async ready(stopping) {
      if (!resting.isSilent()) return true;
      const { status: found, reason } = await opened.provider.probe(opened.sender.channel, stopping);
      if (found !== "degraded") resting.responded();
      else rest.note(silence(reason));
      await rest.write();
      return found !== "degraded";
    },
    delay: ({ row }) => delayOf(opened, row),
    peek: (busy, most) => peekEach(RANKS.map((priority) => ({ priority, busy, most }))),
    peekEach,
    async choose(items) {
      // whose conversation counts in the pacing is not known yet
      if (opened.policy.rememberNewContacts !== undefined || !restrictions.areNone()) return [];
      if (!(await refresh()) || pauseOf(opened) > 0 || resting.isTrying() || !status.isWell()) return [];
      return firstOfEachKey(items).filter(({ row }) => row.address !== null && delayOf(opened, row) === 0);
    },
    async start(items) {
      const ids = items.map((item) => item.itemId);
      const started = await startSends(sql, key, daemonId, ids, {
        ...opened.policy.attempts,
        counted: countedOf(opened.row, items),
        orderKeys: items.map((item) => item.orderKey),
      });
      // the channel may have been paused or deleted, and this daemon not have heard of it yet
      if (started.length < items.length) channels.forget(key.channelId);
      return begun(items, started);
    },
    async run({ row }, signal) {
      const site = { sql, key, templates, files, signButtons };
      const end = await sendNaming(site, senderOfMessage(opened.sender, row), row, signal);
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
