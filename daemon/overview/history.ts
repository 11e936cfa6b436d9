import { type TrafficCount, type TrafficStep, trafficSince } from "../../db/overview/traffic-counts.ts";
import { type Caller, mayUseChannel } from "../http/caller.ts";
import { notFound } from "../http/found.ts";
import { grants } from "../http/permissions.ts";
import type { Reading } from "../http/reading.ts";

/** How much time a history is over, and the steps that it is counted in, in seconds. */
const OVER = {
  hour: { step: 60, seconds: 3600 },
  day: { step: 900, seconds: 24 * 3600 },
  month: { step: 21_600, seconds: 30 * 24 * 3600 },
} as const satisfies Record<string, { step: TrafficStep; seconds: number }>;
export type Over = keyof typeof OVER;

const FAILED = "failed ";

/** What went through in each step of the last hour, day or month, the oldest first and the one that runs last. */
export async function readHistory(
  reading: Reading,
  caller: Caller,
  { over, channelId }: { over: Over; channelId: string | undefined },
) {
  const { step, seconds } = OVER[over];
  if (channelId !== undefined && !mayUseChannel(caller, channelId)) throw notFound("channel");
  const channelIds = channelId === undefined ? caller.channelIds : [channelId];
  const seesWebhooks = channelIds === null && grants(caller.permissions, "webhooks:manage");
  const last = Math.floor(Date.now() / (step * 1000)) * step * 1000;
  const first = last - (seconds - step) * 1000;
  const rows = await reading
    .of(caller)
    .read((sql) => trafficSince(sql, caller.organizationId, { step, since: new Date(first), channelIds }));
  const byTime = Map.groupBy(rows, ({ at }) => at.getTime());
  const points = Array.from({ length: seconds / step }, (_, index) => {
    const at = first + index * step * 1000;
    const counts = byTime.get(at) ?? [];
    const webhooks = seesWebhooks ? webhooksOf(counts) : null;
    return { at: new Date(at).toISOString(), ...pointOf(counts), webhooks };
  });
  return { over, step_seconds: step, points };
}

/** Endpoints get the events of all channels. */
function webhooksOf(rows: readonly TrafficCount[]) {
  const delivered = rows.find(({ kind }) => kind === "webhook");
  return {
    delivered: delivered?.count ?? 0,
    failed: rows.find(({ kind }) => kind === "webhook_failed")?.count ?? 0,
    lag_ms: delivered === undefined ? null : Math.round(delivered.waited_ms / delivered.count),
    longest_lag_ms: delivered?.longest_ms ?? null,
  };
}

function pointOf(rows: readonly TrafficCount[]) {
  const of = (kind: string) => rows.find((row) => row.kind === kind);
  const count = (kind: string) => of(kind)?.count ?? 0;
  const sent = of("sent");
  return {
    accepted: count("accepted"),
    sent: count("sent"),
    delivered: count("delivered"),
    read: count("read"),
    failed: count("failed"),
    received: count("received"),
    lag_ms: sent === undefined ? null : Math.round(sent.waited_ms / sent.count),
    longest_lag_ms: sent?.longest_ms ?? null,
    failures: rows
      .filter(({ kind }) => kind.startsWith(FAILED))
      .map(({ kind, count }) => ({ code: kind.slice(FAILED.length), count }))
      .sort((one, other) => other.count - one.count || one.code.localeCompare(other.code)),
  };
}
