import { type BroadcastRow, findBroadcast } from "../../../db/broadcasts/broadcasts.ts";
import { changeBroadcast } from "../../../db/broadcasts/life.ts";
import {
  type BroadcastKey,
  beginBroadcast,
  cancelPeople,
  hasRoomAgain,
  stopBroadcast,
  tellProgress,
  untilStart,
} from "../../../db/broadcasts/work.ts";
import { mayPass } from "../../../db/connection/connection-errors.ts";
import { Problem } from "../../http/problem.ts";
import { sleep } from "../../lib/sleep.ts";
import type { BroadcastWorkDependencies } from "./dependencies.ts";
import type { LookEnd, Next } from "./next.ts";
import { sendNext } from "./send-next.ts";
import { writeNextPiece } from "./write-audience.ts";

/** How long one look lasts, so that a daemon which stops need not wait for it. */
const LONGEST_MS = 5000;
/** A longer wait is left to the lane. */
const LONGEST_WAIT_MS = 1000;
const AGAIN_MS = 5000;
/** How often one that waits for a budget asks whether room was given back. */
const ROOM_MS = 3000;
const PEOPLE_AT_ONCE = 2000;

/** Does the work that is due for a broadcast, and returns when there is more. Never rejects. */
type Look = (key: BroadcastKey, signal: AbortSignal) => Promise<LookEnd>;

export function createLook(dependencies: BroadcastWorkDependencies): Look {
  const { sql, log, isStopping } = dependencies;

  async function step(key: BroadcastKey): Promise<Next> {
    const row = await findBroadcast(sql, key.organizationId, key.id);
    switch (row?.status) {
      case "scheduled":
        return await begin(key);
      case "running":
        return await run(key, row);
      case "stopped":
        return await waitForBudget(key, row);
      case "cancelled":
        return (await cancelPeople(sql, key, PEOPLE_AT_ONCE)) < PEOPLE_AT_ONCE ? null : 0;
      default:
        return null;
    }
  }

  async function begin(key: BroadcastKey): Promise<Next> {
    const waitMs = await untilStart(sql, key);
    if (waitMs > 0) return waitMs;
    await beginBroadcast(sql, key);
    return 0;
  }

  /** One that a budget stopped continues when that begins again, or has room again. */
  async function waitForBudget(key: BroadcastKey, { stopped_by }: BroadcastRow): Promise<Next> {
    const { continues_at } = JSON.parse(stopped_by ?? "{}");
    if (continues_at === undefined) return null;
    const waitMs = Date.parse(continues_at) - Date.now();
    if (waitMs > 0 && !(await hasRoomAgain(sql, key))) return Math.min(waitMs, ROOM_MS);
    await changeBroadcast(sql, key.organizationId, key.id, "resume");
    return 0;
  }

  async function run(key: BroadcastKey, row: BroadcastRow): Promise<Next> {
    try {
      await tellProgress(sql, key);
      if (row.audience_written_at === null) return await writeNextPiece(dependencies, key, row);
      return await sendNext(dependencies, key, row);
    } catch (cause) {
      if (!(cause instanceof Problem)) throw cause;
      await stopBroadcast(sql, key, { rule: "template", detail: cause.detail });
      return null;
    }
  }

  return async (key, signal) => {
    const until = performance.now() + LONGEST_MS;
    let next: Next = 0;
    try {
      while (next !== null && next <= LONGEST_WAIT_MS) {
        if (next > 0) await sleep(next, signal);
        if (signal.aborted || isStopping() || performance.now() > until) break;
        next = await step(key);
      }
    } catch (cause) {
      if (mayPass(cause)) log.warn({ broadcast_id: key.id, err: cause }, "a broadcast will continue shortly");
      else log.error({ broadcast_id: key.id, err: cause }, "a broadcast failed; it will be tried again");
      return { key, outcome: "failed", afterMs: AGAIN_MS };
    }
    return { key, outcome: "looked", afterMs: next ?? 0 };
  };
}
