import type { BroadcastRow } from "../../../db/broadcasts/broadcasts.ts";
import {
  type BroadcastKey,
  completeBroadcast,
  nextPeople,
  readPace,
  recall,
  sendPiece,
  stopBroadcast,
} from "../../../db/broadcasts/work.ts";
import { opensIn } from "../audience/window.ts";
import { type Plan, readPlan } from "../plan/plan.ts";
import { checkedRoutes } from "../template/definition.ts";
import type { BroadcastWorkDependencies } from "./dependencies.ts";
import type { Next } from "./next.ts";
import { makePiece } from "./piece.ts";
import { createRoom } from "./room.ts";
import { brokenRule } from "./rules.ts";

/** Messages that are accepted in one transaction. */
const MOST = 100;
/** How long the messages of one piece last at a given pace, about. */
const PIECE_SECONDS = 0.5;
/** How long until the lanes are looked at again that have enough to send. */
const FULL_MS = 200;

/**
 * Sends the next piece of a running broadcast: to as many people as the pace, the hours and the lanes of its channels
 * let. Only little is handed to the lanes at a time, so that a pause finds little there to take back.
 */
export async function sendNext(
  dependencies: BroadcastWorkDependencies,
  key: BroadcastKey,
  row: BroadcastRow,
): Promise<Next> {
  const { sql, daemonId } = dependencies;
  const plan = readPlan(row);
  const routes = await checkedRoutes(dependencies, row);
  const broken = await brokenRule(sql, key, row, plan, routes);
  if (broken !== null) {
    await stopBroadcast(sql, key, broken);
    return null;
  }
  const { open, closed, opensMs } = hoursOf(plan, row.zones);
  if (closed.length > 0) await recall(sql, key, closed);
  const { waitMs, waiting } = await readPace(sql, key);
  const room = createRoom(routes, waiting);
  const most = Math.min(MOST, room.left(), pieceOf(plan));
  if (waitMs > 0) return waitMs;
  if (most === 0) return FULL_MS;
  const ids = await nextPeople(sql, key, open, most);
  if (ids.length === 0) return await nobodyNow(dependencies, key, waiting, opensMs);
  const piece = await makePiece(dependencies, key, { ids, author: row.author, plan, routes, room });
  const pausedMs = plan.rate_per_second === null ? 0 : (piece.messages.length / plan.rate_per_second) * 1000;
  return (await sendPiece(sql, key, daemonId, { ...piece, pausedMs })) ? 0 : null;
}

/** At a slow pace a message at a time, at a fast one some together. */
function pieceOf({ rate_per_second }: Plan): number {
  return rate_per_second === null ? MOST : Math.max(1, Math.floor(rate_per_second * PIECE_SECONDS));
}

/** Nothing to send now: it is over, or continues when lanes are empty or a window opens. */
async function nobodyNow(
  { sql }: BroadcastWorkDependencies,
  key: BroadcastKey,
  waiting: ReadonlyMap<string, number>,
  opensMs: number | null,
): Promise<Next> {
  if (await completeBroadcast(sql, key)) return null;
  return waiting.size > 0 || opensMs === null ? FULL_MS : opensMs;
}

/** The zones in which messages may be sent now, the others, and in how many milliseconds the first of those opens. */
function hoursOf({ window }: Plan, zones: readonly string[]) {
  if (window === null) return { open: zones, closed: [], opensMs: null };
  const now = new Date();
  const waits = zones.map((zone) => ({ zone, ms: opensIn(window, zone, now) }));
  const closed = waits.filter(({ ms }) => ms > 0);
  return {
    open: waits.filter(({ ms }) => ms === 0).map(({ zone }) => zone),
    closed: closed.map(({ zone }) => zone),
    opensMs: closed.length === 0 ? null : Math.min(...closed.map(({ ms }) => ms)),
  };
}
