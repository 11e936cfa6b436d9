import type { ChannelRow } from "../../db/channels/channels.ts";
import type { LaneDepth } from "../../db/overview/overview.ts";
import type { EndpointRow } from "../../db/webhooks/endpoints.ts";

export type LaneState = "paused" | "resting" | "working" | "waiting" | "idle";

/** The owners of lanes. */
type Owners = {
  channels: readonly Pick<ChannelRow, "id" | "name" | "settings">[];
  endpoints: readonly Pick<EndpointRow, "id" | "url" | "enabled" | "resumes_at">[];
  organizationId: string;
};
/** One of them: what people know it by, whether its owner paused it, and until when it is left alone. */
type Owner = { id: string; name: string; paused: boolean; restsUntil: Date | null };

const MOST_LANES = 100;
/** An item that is due for so long waits for something other than its turn. */
const LATE_MS = 10_000;
type Waiting = { waiting: number; counted_all: boolean; oldest_due_at: string | null };
const NOTHING: Waiting = { waiting: 0, counted_all: true, oldest_due_at: null };

/** What waits in lanes, to be found by lane. */
export type Depths = ReadonlyMap<string, LaneDepth>;

export function depthsByLane(depths: readonly LaneDepth[]): Depths {
  return new Map(depths.map((depth) => [keyOf(depth.kind, depth.lane_id), depth]));
}

/** What waits in one lane. */
export function waitingIn(depths: Depths, kind: string, laneId: string): Waiting {
  const found = depths.get(keyOf(kind, laneId));
  if (found === undefined) return NOTHING;
  const { waiting, counted_all, oldest_due_at } = found;
  return { waiting, counted_all, oldest_due_at: oldest_due_at?.toISOString() ?? null };
}

/**
 * The lane of every channel and endpoint, and those of files and imports in
 * which something waits: those that are late first, the others in an order that
 * does not change with what is in them.
 */
export function showLanes(depths: Depths, owners: Owners, now: Date) {
  const channels = owners.channels.map(({ id, name, settings }) => ({
    ...{ id, name, paused: settings.paused ?? false, restsUntil: null },
  }));
  const endpoints = owners.endpoints.map(({ id, url, enabled, resumes_at }) => ({
    ...{ id, name: url, paused: !enabled, restsUntil: resumes_at },
  }));
  const imports = { id: owners.organizationId, name: "contacts", paused: false, restsUntil: null };
  const laneOf = (kind: string) => (owner: Owner) => showLane(depths, kind, owner, now);
  const all = [
    ...channels.map(laneOf("channel")),
    ...endpoints.map(laneOf("endpoint")),
    ...channels.map(laneOf("media")).filter(isFilled),
    ...[imports].map(laneOf("import")).filter(isFilled),
  ];
  return all.sort((one, other) => lateness(one, now) - lateness(other, now)).slice(0, MOST_LANES);
}

function showLane(depths: Depths, kind: string, { id, name, paused, restsUntil }: Owner, now: Date) {
  const found = depths.get(keyOf(kind, id));
  const isHeld = paused && kind !== "media";
  const until = latest(restsUntil, found?.paused_until ?? null);
  const rests = until !== null && until > now;
  return {
    kind,
    lane_id: id,
    name,
    state: stateOf(found, { isHeld, rests }),
    ...waitingIn(depths, kind, id),
    next_due_at: found?.next_due_at?.toISOString() ?? null,
    resumes_at: rests && !isHeld ? until.toISOString() : null,
  };
}

function stateOf(
  found: LaneDepth | undefined,
  { isHeld, rests }: { isHeld: boolean; rests: boolean },
): LaneState {
  if (isHeld) return "paused";
  if (rests) return "resting";
  if (found === undefined || found.waiting === 0) return "idle";
  return found.owned ? "working" : "waiting";
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}

function isFilled({ waiting }: { waiting: number }): boolean {
  return waiting > 0;
}

/** When what is late was due; the same for everything that is not late. */
function lateness({ oldest_due_at }: { oldest_due_at: string | null }, now: Date): number {
  const dueAt = oldest_due_at === null ? Number.MAX_SAFE_INTEGER : Date.parse(oldest_due_at);
  return now.getTime() - dueAt >= LATE_MS ? dueAt : Number.MAX_SAFE_INTEGER;
}

function keyOf(kind: string, laneId: string): string {
  return `${kind}:${laneId}`;
}
