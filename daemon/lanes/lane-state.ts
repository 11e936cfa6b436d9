import type { LaneItem } from "./lane.ts";

/**
 * Where a lane stands that this daemon owns or is about to own: `claiming` it; `opening` what it is of; `draining` it
 * until nothing is due and no call is out; `looking` when something is due next; `resting` until then, or for a moment in
 * which more work may come; `planning` a later look; `releasing` it; `over`.
 */
export type Phase =
  | "claiming"
  | "opening"
  | "draining"
  | "looking"
  | "resting"
  | "planning"
  | "releasing"
  | "over";

export type LaneState = {
  phase: Phase;
  /** Something woke it since its last drain began: it is drained again before it is left. */
  isWoken: boolean;
  /** Items that were begun as they were made, while the lane rests: the next drain calls them. */
  begun: readonly LaneItem[];
  /** Nothing else can be due: the next drain need not read the lane. */
  isQuiet: boolean;
  /** It takes up by itself what changes, so it stays open for a drain that follows soon. */
  keepsUpToDate: boolean;
  /** The drain works on a lane that stayed open from the one before. */
  isKept: boolean;
  /** How many milliseconds it rests, and at least rests next time. */
  rest: number;
  leastRest: number;
  /** Something is due at the end of the rest. */
  isDueSoon: boolean;
  /** When it is due next, by the monotonic clock; null when nothing waits. */
  dueAt: number | null;
};

/** Something that happened to a lane. `at` is by the monotonic clock, in milliseconds, as every `wait` is. */
export type Happening =
  | { kind: "claimed"; isOurs: boolean }
  /** `isThere` is false when there is nothing to drain for, such as a deleted channel. */
  | { kind: "opened"; isThere: boolean; keepsUpToDate: boolean }
  | { kind: "drained"; wasDue: boolean }
  /** In how long the lane is due next, its pause included; null when nothing waits. */
  | { kind: "looked"; wait: number | null; at: number }
  /** The rest is over, since its time was, something woke the lane, or the daemon stops. */
  | { kind: "rested"; isStopping: boolean }
  | { kind: "planned" }
  /** `isLeft` is false when work arrived meanwhile: the lane is still ours. */
  | { kind: "released"; isLeft: boolean }
  | { kind: "failed" }
  /** Work arrived, of which nothing more is known. */
  | { kind: "woken" }
  /** Work arrived, and this is all of it: items whose calls were begun as they were made. */
  | { kind: "begun"; items: readonly LaneItem[] };

/** A due time nearer than this is waited for by resting. */
const NEAR_MS = 1000;
/** While items are due but none can start, the first rest; later ones grow. */
const LEAST_REST_MS = 10;
/** What is due sooner, because a pause ends or its time comes, may have to go before what is made while the lane rests. */
const AHEAD_MS = 10_000;
/** How long a drained lane is kept: claiming it again costs more than a notification. */
const LINGER_MS = 1000;

/** A lane that is about to be claimed. */
export function claiming(): LaneState {
  return {
    ...{ phase: "claiming", isWoken: false, keepsUpToDate: false, isKept: false },
    ...{ begun: [], isQuiet: false, rest: 0, leastRest: LEAST_REST_MS, isDueSoon: false, dueAt: null },
  };
}

/** Whether items can be begun as they are made: only where the lane rests, and nothing woke it, is nothing due before them. */
export function letsBegin({ phase, isQuiet, isWoken, keepsUpToDate }: LaneState): boolean {
  return phase === "resting" && isQuiet && !isWoken && keepsUpToDate;
}

/**
 * The state machine: the only place where the state of a lane changes. `README.md` has a drawing of it. Whatever wakes
 * the lane may come in any phase. It is noted, ends a rest, and keeps the lane: so no wake-up is lost while the lane is
 * being released, and one that came before a drain began needs no drain of its own.
 */
export function next(state: LaneState, happening: Happening): LaneState {
  switch (happening.kind) {
    case "claimed":
      return { ...state, phase: happening.isOurs ? "opening" : "over" };
    case "opened":
      return happening.isThere
        ? draining({ ...state, keepsUpToDate: happening.keepsUpToDate }, { isKept: false })
        : { ...state, phase: "releasing" };
    case "drained":
      // the lane's channel or endpoint may be gone, or its pause over: only opening it shows that
      return {
        ...state,
        phase: state.isKept && !happening.wasDue ? "opening" : "looking",
        begun: [],
        isQuiet: false,
      };
    case "looked":
      return resting(state, happening);
    case "rested":
      return rested(state, happening);
    case "planned":
      return { ...state, phase: "releasing" };
    case "released":
      return { ...state, phase: happening.isLeft ? "over" : "opening", leastRest: LEAST_REST_MS };
    case "failed":
      return { ...state, phase: "over" };
    case "woken":
      return { ...state, isWoken: true, isQuiet: false };
    case "begun":
      return { ...state, isWoken: true, begun: happening.items };
  }
}

function draining(state: LaneState, { isKept }: { isKept: boolean }): LaneState {
  return { ...state, phase: "draining", isKept, isWoken: false };
}

function resting(state: LaneState, { wait, at }: { wait: number | null; at: number }): LaneState {
  const isDueSoon = wait !== null && wait <= NEAR_MS;
  const isAhead = wait !== null && wait <= AHEAD_MS;
  return {
    ...{ ...state, phase: "resting", isDueSoon, isQuiet: !isAhead && !state.isWoken },
    rest: isDueSoon ? Math.max(wait, state.leastRest) : LINGER_MS,
    leastRest: wait === 0 ? Math.min(state.leastRest * 2, NEAR_MS) : LEAST_REST_MS,
    dueAt: wait === null ? null : at + wait,
  };
}

function rested(state: LaneState, { isStopping }: { isStopping: boolean }): LaneState {
  // what was begun is called, also while the daemon stops
  const goesOn = state.begun.length > 0 || (!isStopping && (state.isDueSoon || state.isWoken));
  if (goesOn) return state.keepsUpToDate ? draining(state, { isKept: true }) : { ...state, phase: "opening" };
  return { ...state, phase: state.dueAt === null ? "releasing" : "planning" };
}
