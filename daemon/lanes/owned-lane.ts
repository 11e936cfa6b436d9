import type { Sql } from "../../db/connection/client.ts";
import { claimLane, releaseLane } from "../../db/lanes/lanes.ts";
import { createSignal } from "../lib/signal.ts";
import { drain } from "./drain.ts";
import type { Lane, LaneItem, LaneWork, OpenLane } from "./lane.ts";
import { claiming, type Happening, letsBegin, next, type Phase } from "./lane-state.ts";
import { counting, type Unfinished } from "./unfinished.ts";

/** A lane that this daemon owns, or is about to own: carries out what each phase of it asks for. */
export type OwnedLane = {
  /** Whether the lane is this daemon's now. Throws when that can't be found out; the lane is left in each case but the first. */
  claim(): Promise<boolean>;
  /** Works on a claimed lane until it is released. Throws what ended the work; then the lane may still be ours. */
  work(): Promise<void>;
  /** Work arrived. */
  wake(): void;
  /** Keeps a lane at rest in which nothing is due; null where that is not so. */
  hold(): Hold | null;
  /** Lets it see that the daemon stops. */
  stop(): void;
  /** Whether something woke it since its last drain began. */
  isWoken(): boolean;
  /** What was to begin when the work failed, and was not called. */
  uncalled(): readonly LaneItem[];
};

/** A lane that rests until it is let go, so that what is made meanwhile may begin with its making. */
export type Hold = {
  /** Which items may begin as they are made, as many as may be called at once. They take their places in the pacing. */
  choose(items: readonly LaneItem[]): Promise<LaneItem[]>;
  /** Lets the lane go: these were begun, and are called now. `isAll`: nothing else became due. */
  letGo(begun: readonly LaneItem[], isAll: boolean): void;
  /** Ends the work on the lane: some may have been begun, and nobody knows which. Its next owner finds out. */
  fail(cause: unknown): void;
};

export type OwnedLaneDependencies = {
  sql: Sql;
  daemonId: string;
  // biome-ignore lint/suspicious/noExplicitAny: the types of its items and results are its own
  work: LaneWork<any, any>;
  /** Aborted when the daemon stops, and when its stop takes too long. */
  stopping: AbortSignal;
  deadline: AbortSignal;
  /** Plans a look at the lane in so many milliseconds. */
  plan(wait: number): Promise<void>;
  /** Called when results were written, and when a drain and what follows it went well: a busy lane may never rest. */
  isWell(): void;
  /** Called now and then while results wait, with the reason they cannot be written. */
  complain(cause: unknown): void;
};

/** The action of each phase, which returns what happened. */
type Deeds = Record<Exclude<Phase, "over">, () => Promise<Happening>>;

export function createOwnedLane(lane: Lane, dependencies: OwnedLaneDependencies): OwnedLane {
  const { sql, daemonId, work, stopping, deadline, plan, isWell, complain } = dependencies;
  const signal = createSignal();
  const unfinished: Unfinished = { calls: 0, uncalled: [] };
  let state = claiming();
  let open: OpenLane<LaneItem, unknown> | null = null;
  let held: Promise<void> | null = null;
  let failure: { cause: unknown } | null = null;

  const deeds: Deeds = {
    claiming: async () => ({ kind: "claimed", isOurs: await claimLane(sql, lane, daemonId) }),
    async opening() {
      const opened = await work.open(lane);
      open = opened === null ? null : counting(opened, unfinished, isWell);
      return { kind: "opened", isThere: open !== null, keepsUpToDate: open?.keepsUpToDate === true };
    },
    async draining() {
      const control = { signal, stopping, deadline, complain, begun: state.begun, isQuiet: state.isQuiet };
      return { kind: "drained", wasDue: await drain(opened(), control) };
    },
    async looking() {
      const due = await opened().nextDue();
      const wait = due === null ? null : Math.max(due, opened().pause?.() ?? 0);
      return { kind: "looked", wait, at: performance.now() };
    },
    async resting() {
      const endsAt = performance.now() + state.rest;
      for (let left = state.rest; left > 0 && !state.isWoken && !stopping.aborted; ) {
        // results raise it, too
        await signal.wait(left);
        left = endsAt - performance.now();
      }
      await held;
      if (failure !== null) throw failure.cause;
      return { kind: "rested", isStopping: stopping.aborted };
    },
    async planning() {
      await plan(Math.max(0, (state.dueAt ?? 0) - performance.now()));
      return { kind: "planned" };
    },
    async releasing() {
      isWell();
      // while stopping, a look starts nothing: it plans what it sees for the next owner
      const isLeft = await releaseLane(sql, lane, daemonId, { isOver: unfinished.calls === 0 });
      return { kind: "released", isLeft };
    },
  };

  function opened(): OpenLane<LaneItem, unknown> {
    if (open === null) throw new Error(`lane ${lane.laneId} is not open`);
    return open;
  }

  function happens(happening: Happening): void {
    state = next(state, happening);
  }

  async function act(phase: keyof Deeds): Promise<void> {
    try {
      happens(await deeds[phase]());
    } catch (cause) {
      happens({ kind: "failed" });
      throw cause;
    }
  }

  return {
    async claim() {
      await act("claiming");
      return state.phase !== "over";
    },
    async work() {
      while (state.phase !== "over") await act(state.phase);
    },
    wake() {
      happens({ kind: "woken" });
      signal.raise();
    },
    hold() {
      const lane = open;
      if (!letsBegin(state) || held !== null || lane?.choose === undefined) return null;
      const { choose } = lane;
      const { promise, resolve } = Promise.withResolvers<void>();
      let chosen: LaneItem[] = [];
      held = promise;
      function end(): void {
        held = null;
        resolve();
        signal.raise();
      }
      return {
        async choose(items) {
          chosen = await choose(items.slice(0, lane.concurrency()));
          return chosen;
        },
        letGo(begun, isAll) {
          unfinished.calls += begun.length;
          if (begun.length > 0) happens({ kind: "begun", items: begun });
          if (!isAll) happens({ kind: "woken" });
          end();
        },
        fail(cause) {
          failure = { cause };
          unfinished.uncalled.push(...chosen);
          happens({ kind: "woken" });
          end();
        },
      };
    },
    stop: () => signal.raise(),
    isWoken: () => state.isWoken,
    uncalled: () => unfinished.uncalled,
  };
}
