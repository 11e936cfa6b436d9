/**
 * The contract of a lane: an ordered queue of due rows that one daemon drains
 * at a time. There is one lane a channel for outbound messages, another for the
 * files of its inbound ones, one a webhook endpoint (deliveries), and one an
 * organisation (imports); what differs between them is behind `LaneWork`.
 */

export type LaneKind = "channel" | "endpoint" | "media" | "import";

/** Which lane: the payload of the job that wakes it, too. */
export type Lane = { organizationId: string; kind: LaneKind; laneId: string };

/** A lane as the key of a map; ids are unique over all organisations. */
export function keyOf({ kind, laneId }: { kind: string; laneId: string }): string {
  return `${kind}:${laneId}`;
}

/** A due row. Items of one `orderKey` go one after another; others go side by side. */
export type LaneItem = { itemId: string; orderKey: string };

/** What one kind of lane does; made once, opened for each drain. */
export type LaneWork<Item extends LaneItem, Result> = {
  /** Reads what a drain needs to know (the channel, the endpoint). Null when there is nothing to drain for. */
  open(lane: Lane): Promise<OpenLane<Item, Result> | null>;
};

/** A lane while one drain works on it. */
export type OpenLane<Item extends LaneItem, Result> = {
  /** Takes up what changed since, before the lane is looked at for what is due; false when nothing can be any more. */
  refresh?(): Promise<boolean>;
  /** How many calls may be out at once. */
  concurrency(): number;
  /** Milliseconds during which nothing of the lane may start: its pacing, or a pause; 0 is go. */
  pause?(): number;
  /**
   * Makes sure, once nothing pauses the lane, that calls can be made; false:
   * there is a new pause. Ends early when `stopping` is aborted.
   */
  ready?(stopping: AbortSignal): Promise<boolean>;
  /**
   * Asks whether an item may go now: 0 takes its place in the lane's pacing,
   * more is how many milliseconds it has to wait.
   */
  delay(item: Item): number;
  /** Due items in order, without those whose key is in `busy`. */
  peek(busy: readonly string[], limit: number): Promise<Item[]>;
  /** Records, durably, that calls for these items begin; returns those that may be called. Throws when the lane is not ours. */
  start(items: readonly Item[]): Promise<Item[]>;
  /** Makes one call. Never throws: whatever happens is a result. */
  run(item: Item, signal: AbortSignal): Promise<Result>;
  /** Whether a result keeps what comes after it under its key waiting (a retry). */
  holds?(result: Result): boolean;
  /** Whether a result leaves its item in its place: what was read ahead is read again, since the item comes first. */
  keepsPlace?(result: Result): boolean;
  /** Whether every item has a key of its own: a result then lets no other item go, and nobody looks for one. */
  independent?: true;
  /**
   * Milliseconds for which results are gathered while more are to come; absent
   * where a result lets the next item of its key go.
   */
  gather?: number;
  /** Writes results, in one statement. */
  finish(results: readonly Result[]): Promise<void>;
  /** A result without whatever of it may be nothing the database can store: what became of the call, and no more. */
  reduced(result: Result): Result;
  /** Puts items off without an attempt, each for its `wait` in milliseconds. */
  defer(items: readonly { item: Item; wait: number }[]): Promise<void>;
  /** In how many milliseconds the lane is next due, by the database's clock; null when nothing waits. */
  nextDue(): Promise<number | null>;
};
