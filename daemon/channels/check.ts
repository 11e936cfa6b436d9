import {
  type ChannelChanges,
  type ChannelRow,
  findChannel,
  updateChannel,
} from "../../db/channels/channels.ts";
import { planCheck } from "../../db/channels/checks.ts";
import { shareMessagingLimit } from "../../db/channels/portfolios.ts";
import type { Transaction } from "../../db/connection/client.ts";
import { pauseLeft } from "../../db/lanes/lanes.ts";
import { planAccountRead } from "../../db/templates/syncs.ts";
import { type Actor, COMMAND } from "../auth/audit.ts";
import type { ChannelProbe, NumberLimits } from "../providers/channel.ts";
import { contestNumber, proveClaim, TAKEN, UNCONTESTED } from "./claims.ts";
import { type CheckDependencies, probeChannel } from "./probe.ts";
import { askForPast } from "./settings/ask-for-past.ts";
import { type StatusReport, settle } from "./settle.ts";

/**
 * Checks a channel with the platform on request and returns it; the channel takes the status
 * that the platform reports.
 */
export async function checkChannel(
  dependencies: CheckDependencies,
  who: Actor,
  channel: ChannelRow,
): Promise<ChannelRow> {
  return await learn(dependencies, who, channel, async (_transaction, _now, found) => found);
}

/**
 * Checks a channel by itself; it does not override what sending or the platform's notices have
 * found out meanwhile.
 */
export async function recheckChannel(dependencies: CheckDependencies, channel: ChannelRow): Promise<void> {
  const lane = { organizationId: channel.organization_id, kind: "channel", laneId: channel.id };
  const who = { ...COMMAND, organizationId: channel.organization_id };
  await learn(dependencies, who, channel, async (transaction, now, found) =>
    settle(now, found, (await pauseLeft(transaction, lane)) > 0),
  );
}

async function learn(
  dependencies: CheckDependencies,
  who: Actor,
  channel: ChannelRow,
  decide: (transaction: Transaction, now: ChannelRow, found: StatusReport) => Promise<StatusReport>,
): Promise<ChannelRow> {
  const { organization_id, id, phone_number_id } = channel;
  const probe = await probeChannel(dependencies, channel);
  if (probe === null) return channel;
  const isTheirs = probe.isTheirs === true && phone_number_id !== null;
  const { isTaken, yielding } = isTheirs
    ? await contestNumber(dependencies, organization_id, phone_number_id)
    : UNCONTESTED;
  const checked = await dependencies.sql.begin(async (transaction) => {
    const isProven =
      isTheirs && !isTaken
        ? await proveClaim(transaction, who, channel, { isListed: probe.isListed ?? null, yielding })
        : !isTheirs;
    const now = await findChannel(transaction, organization_id, id);
    if (now === null) return channel;
    const settled = isProven
      ? await decide(transaction, now, probe)
      : { status: "disconnected", reason: TAKEN };
    const changed = await updateChannel(
      transaction,
      organization_id,
      id,
      learned(stillTrue(probe, channel, now), settled),
    );
    if (probe.limits !== undefined) await shareMessagingLimit(transaction, organization_id, id);
    await planCheck(transaction, organization_id, id, nextCheckMs(settled.status));
    if (settled.status === "connected" && now.status !== "connected") await planTemplates(transaction, now);
    return changed ?? now;
  });
  if (checked.status === "connected") await askForPast(dependencies, checked);
  return checked;
}

/** A probe without its messaging limit, if news of that came since the channel was read: the probe may be older. */
function stillTrue(probe: ChannelProbe, before: ChannelRow, now: ChannelRow): ChannelProbe {
  if (probe.limits === undefined || now.messaging_limit === before.messaging_limit) return probe;
  const { messagingLimit: _outdated, ...limits } = probe.limits;
  return { ...probe, limits };
}

/** The changes of a channel after a probe, with the status it is given. */
export function learned(probe: ChannelProbe, { status, reason }: StatusReport): ChannelChanges {
  return {
    status,
    status_reason: reason,
    ...(probe.phoneNumber === undefined ? {} : { phone_number: probe.phoneNumber }),
    ...(probe.qualityRating === undefined ? {} : { quality_rating: probe.qualityRating }),
    ...allowed(probe.limits ?? {}),
    ...(probe.status === "connected" ? { last_seen_at: new Date() } : {}),
  };
}

function allowed({
  throughput,
  coexists,
  messagingLimit,
  portfolioId,
  timeZone,
}: NumberLimits): ChannelChanges {
  return {
    ...(throughput === undefined ? {} : { throughput }),
    ...(coexists === undefined ? {} : { coexists }),
    ...(messagingLimit === undefined ? {} : { messaging_limit: messagingLimit }),
    ...(portfolioId === undefined ? {} : { portfolio_id: portfolioId }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
  };
}

/**
 * Milliseconds until the next check: soon when the platform did not respond, later when it
 * refused, about hourly when all is well.
 */
export function nextCheckMs(status: string): number {
  if (status === "connected") return 3_600_000;
  return status === "degraded" ? 60_000 : 600_000;
}

/** Has the templates of a channel's account read, if it has one: it has just been connected. */
export async function planTemplates(
  transaction: Transaction,
  { organization_id: organizationId, waba_id: wabaId }: Pick<ChannelRow, "organization_id" | "waba_id">,
): Promise<void> {
  if (wabaId !== null) await planAccountRead(transaction, { organizationId, wabaId });
}
