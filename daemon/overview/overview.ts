import { type ChannelRow, listChannels } from "../../db/channels/channels.ts";
import type { Sql } from "../../db/connection/client.ts";
import { endpointFates, laneDepths } from "../../db/overview/overview.ts";
import {
  type MessageTraffic,
  messageTraffic,
  type WebhookTraffic,
  webhookTraffic,
} from "../../db/overview/traffic.ts";
import { type EndpointRow, listEndpoints } from "../../db/webhooks/endpoints.ts";
import type { Caller } from "../http/caller.ts";
import { grants } from "../http/permissions.ts";
import type { Reading } from "../http/reading.ts";
import { VERSION } from "../lib/version.ts";
import type { Providers } from "../providers/provider.ts";
import { mayUseEndpoint } from "../webhooks/visibility.ts";
import { countStatuses, showChannels } from "./channels.ts";
import { lagSeconds, showEndpoints } from "./endpoints.ts";
import { recentErrors } from "./errors.ts";
import { depthsByLane, showLanes } from "./lanes.ts";
import type { Scope } from "./scope.ts";

export type OverviewDependencies = { reading: Reading; providers: Providers };

/** Channels that are looked at; of more, only the newest. */
const CHANNELS_READ = 1000;
/** Items counted in all lanes together at most, and in one. */
const COUNTED_IN_ALL = 20_000;
const COUNTED_OF_ONE = 10_000;
const COUNTED_AT_LEAST = 100;

/** Reads everything at once: some ten queries, each bounded by a limit. */
export async function readOverview({ reading, providers }: OverviewDependencies, caller: Caller) {
  return await reading.of(caller).read((sql) => readAll(sql, providers, caller));
}

async function readAll(sql: Sql, providers: Providers, caller: Caller) {
  const { organizationId, channelIds } = caller;
  const mayReadEndpoints = grants(caller.permissions, "webhooks:manage");
  const [channels, known] = await Promise.all([
    listChannels(sql, organizationId, channelIds, null, CHANNELS_READ),
    mayReadEndpoints ? listEndpoints(sql, organizationId) : [],
  ]);
  const endpoints = known.filter((row) => mayUseEndpoint(caller, row));
  const scope: Scope = {
    organizationId,
    channelIds,
    endpointIds: channelIds === null ? null : endpoints.map(({ id }) => id),
    mayReadMessages: grants(caller.permissions, "messages:read"),
    mayReadEndpoints,
  };
  return await describe(sql, providers, scope, channels, endpoints);
}

async function describe(
  sql: Sql,
  providers: Providers,
  scope: Scope,
  channels: readonly ChannelRow[],
  endpoints: readonly EndpointRow[],
) {
  const { organizationId, channelIds, endpointIds, mayReadMessages, mayReadEndpoints } = scope;
  const [rows, fates, messages, webhooks, errors] = await Promise.all([
    laneDepths(sql, organizationId, ...lanesOf(scope, channels, endpoints)),
    mayReadEndpoints ? endpointFates(sql, organizationId) : [],
    mayReadMessages ? messageTraffic(sql, organizationId, channelIds) : null,
    mayReadEndpoints ? webhookTraffic(sql, organizationId, endpointIds) : null,
    recentErrors(sql, scope, { channels, endpoints }),
  ]);
  const now = new Date();
  const depths = depthsByLane(rows);
  const shown = showEndpoints(endpoints, fates, depths, now);
  return {
    now: now.toISOString(),
    version: VERSION,
    sandbox: Object.values(providers).some((provider) => provider?.isSandbox === true),
    channel_statuses: countStatuses(providers, channels),
    channels: showChannels(providers, channels, depths),
    lanes: showLanes(depths, { channels, endpoints, organizationId }, now),
    rates: messages === null ? null : ratesOf(messages),
    webhooks: webhooks === null ? null : { ...webhookRatesOf(webhooks), lag_seconds: lagSeconds(shown, now) },
    endpoints: mayReadEndpoints ? shown : null,
    errors,
  };
}

/** The lanes to look at, and how many items to count in each. Imports are the organisation's as a whole. */
function lanesOf(
  { organizationId, channelIds }: Scope,
  channels: readonly ChannelRow[],
  endpoints: readonly EndpointRow[],
): [ids: string[], counted: number] {
  const ids = [...channels.map(({ id }) => id), ...endpoints.map(({ id }) => id)];
  if (channelIds === null) ids.push(organizationId);
  const share = Math.floor(COUNTED_IN_ALL / Math.max(1, ids.length));
  return [ids, Math.max(COUNTED_AT_LEAST, Math.min(COUNTED_OF_ONE, share))];
}

function ratesOf({ seconds, ...counts }: MessageTraffic) {
  const { accepted, sent, delivered, read, failed, received } = counts;
  return {
    window_seconds: rounded(seconds),
    accepted: aMinute(accepted, seconds),
    sent: aMinute(sent, seconds),
    delivered: aMinute(delivered, seconds),
    read: aMinute(read, seconds),
    failed: aMinute(failed, seconds),
    received: aMinute(received, seconds),
  };
}

function webhookRatesOf({ seconds, succeeded, failed, p50_ms, p99_ms }: WebhookTraffic) {
  return {
    window_seconds: rounded(seconds),
    succeeded: aMinute(succeeded, seconds),
    failed: aMinute(failed, seconds),
    p50_ms: p50_ms === null ? null : rounded(p50_ms),
    p99_ms: p99_ms === null ? null : rounded(p99_ms),
  };
}

function aMinute(count: number, seconds: number): number {
  return rounded((count * 60) / seconds);
}

function rounded(number: number): number {
  return Math.round(number * 10) / 10;
}
