/**
 * The contract of a lane: an ordered queue of due rows that one daemon drains at a time. Each
 * channel has one lane for outbound messages and another for the files of its inbound ones,
 * each webhook endpoint has one (deliveries), and so have each organisation (imports) and each
 * broadcast. What differs between them is in `LaneWork`.
 */
import { NORMAL } from "../../db/lanes/priorities.ts";

export type LaneKind = "channel" | "endpoint" | "media" | "import" | "broadcast";

/** Identifies a lane; also the payload of the job that wakes it. */
export type Lane = { organizationId: string; kind: LaneKind; laneId: string };

/** A lane as a map key; ids are unique across organisations. */
export function keyOf({ kind, laneId }: { kind: string; laneId: string }): string {
  return `${kind}:${laneId}`;
}

/**
 * A due row. Items with the same `orderKey` go one after another, others
 * concurrently, the more urgent first. `priority` is a rank; without one it is the usual one.
 */
export type LaneItem = {
  itemId: string;
  orderKey: string;
  priority?: number;
};

/** The rank of an item. */
export function rankOfItem({ priority = NORMAL }: { priority?: number }): number {
  return priority;
}

/** Which due items to read: at most so many of one priority, without those whose key is in `busy`. */
export type Look = { priority: number; busy: readonly string[]; most: number };

/** The work of one kind of lane; made once, opened for each drain. */
export type LaneWork<Item extends LaneItem, Result> = {
  /** Reads what a drain needs to know (the channel, the endpoint). Null when there is nothing to drain for. */
  open(lane: Lane): Promise<OpenLane<Item, Result> | null>;
  /**
   * Takes back the record of calls that were to begin when the database was lost, and that were never made: where it has
   * one, nobody need find out whether they arrived. Absent where a call may be repeated anyway.
   */
  takeBack?(lane: Lane, items: readonly Item[]): Promise<void>;
};

/** A lane while one drain works on it. */
export type OpenLane<Item extends LaneItem, Result> = {
  /**
   * Whether its `refresh` takes over every change, with the due rows: it then stays open for items that come soon after
   * a drain; otherwise it is opened again.
   */
  keepsUpToDate?: true;
  /** Applies what changed since the lane was last read for due rows; false when nothing can be due any more. */
  refresh?(): Promise<boolean>;
  /** How many calls may run at once. */
  concurrency(): number;
  /** Milliseconds during which nothing in the lane may start, because of pacing or a pause; 0 means now. */
  pause?(): number;
  /**
   * Makes sure, once nothing pauses the lane, that calls can be made; false when a new pause
   * began. Returns early when `stopping` is aborted.
   */
  ready?(stopping: AbortSignal): Promise<boolean>;
  /**
   * Returns 0 and takes the item's place in the lane's pacing when it may go now, otherwise
   * the milliseconds it has to wait.
   */
  delay(item: Item): number;
  /** Due items in order, without those whose key is in `busy`. */
  peek(busy: readonly string[], limit: number): Promise<Item[]>;
  /** The same by priority, each in order; absent where all items have the same. */
  peekEach?(looks: readonly Look[]): Promise<Item[]>;
  /**
   * Which items may start in the transaction that makes them; those take their places in the pacing. Absent where none
   * may. Before they are made, an item's order key is anything that those that go one after another have in common.
   */
  choose?(items: readonly Item[]): Promise<Item[]>;
  /**
   * Records durably that calls for these items start; returns those that may be called. Throws
   * when the lane is not ours.
   */
  start(items: readonly Item[]): Promise<Item[]>;
  /** Makes one call. Never throws: every outcome is a result. */
  run(item: Item, signal: AbortSignal): Promise<Result>;
  /** Whether a result (a retry) keeps the following items of its key waiting. */
  holds?(result: Result): boolean;
  /** Whether a result keeps its item first in its key: items read ahead are then read again. */
  keepsPlace?(result: Result): boolean;
  /** Whether every item has its own key, so that no result frees another item and the drain need not look for one. */
  independent?: true;
  /**
   * For how many milliseconds a result may wait to be written with others; absent where something waits for each, such
   * as the next item of its key.
   */
  patience?(result: Result, item: Item): number;
  /** Writes results, in one statement. */
  finish(results: readonly Result[]): Promise<void>;
  /** A result without anything the database might be unable to store: only the outcome of the call. */
  reduced(result: Result): Result;
  /** Postpones items without an attempt, each by its `wait` in milliseconds. */
  defer(items: readonly { item: Item; wait: number }[]): Promise<void>;
  /** Milliseconds until the lane is next due, by the database's clock; null when nothing waits. */
  nextDue(): Promise<number | null>;
};
