import { RANKS } from "../../db/lanes/priorities.ts";
import type { KeyedQueue } from "./keyed-queue.ts";
import type { LaneItem, Look, OpenLane } from "./lane.ts";

/** The results of a drain's looks at its lane. */
export type Seen = {
  /** Whether more may be due than was read. */
  mayBeMore: boolean;
  /** When it last looked, by the monotonic clock. */
  lookedAt: number;
  /** Whether anything was due. */
  wasDue: boolean;
};

/** Rows read ahead for each concurrent call. */
const READ_AHEAD = 4;
/** While enough rows are read ahead, how often the drain looks for more urgent ones. */
const LOOK_FOR_URGENT_MS = 200;

export function nothingSeen(): Seen {
  return { mayBeMore: true, lookedAt: Number.NEGATIVE_INFINITY, wasDue: false };
}

/** Whether the drain has begun to look at its lane. */
export function hasLooked({ lookedAt }: Seen): boolean {
  return lookedAt > Number.NEGATIVE_INFINITY;
}

/**
 * Reads rows ahead where more may be due, and the queue has less than there is `room` for, or it is time to look for
 * more urgent ones.
 */
export async function readAhead<Item extends LaneItem, Result>(
  lane: OpenLane<Item, Result>,
  queue: KeyedQueue<Item>,
  seen: Seen,
  room: number,
): Promise<void> {
  const isLate = lane.peekEach !== undefined && performance.now() - seen.lookedAt >= LOOK_FOR_URGENT_MS;
  if (seen.mayBeMore && (isLate || !queue.hasHeads(room))) {
    // noted before, too: a result that comes meanwhile may make something due that this look does not see
    seen.lookedAt = performance.now();
    seen.mayBeMore = await read(lane, queue);
    seen.lookedAt = performance.now();
  }
  seen.wasDue ||= !queue.isEmpty();
}

/** Reads due rows into the queue; true when there may be more of them. */
async function read<Item extends LaneItem, Result>(lane: OpenLane<Item, Result>, queue: KeyedQueue<Item>) {
  const limit = lane.concurrency() * READ_AHEAD;
  if (lane.peekEach !== undefined) return await readEach(lane.peekEach, queue, limit);
  const items = await lane.peek(queue.busyKeys(), limit);
  queue.add(items);
  return items.length === limit;
}

/** The same, of each priority of which there are few. */
async function readEach<Item extends LaneItem>(
  peekEach: (looks: readonly Look[]) => Promise<Item[]>,
  queue: KeyedQueue<Item>,
  limit: number,
) {
  const few = RANKS.filter((priority) => queue.count(priority) < limit / 2);
  if (few.length === 0) return true;
  const items = await peekEach(
    few.map((priority) => ({ priority, busy: queue.keysUpTo(priority), most: limit })),
  );
  const forgot = queue.add(items);
  return forgot || few.length < RANKS.length || items.length >= limit;
}
