import type { PreviousHealth } from "../../../db/channels/health.ts";

/** The levels, from the best, and the score from which each is entered. */
const LEVELS = [
  ["good", 80],
  ["fair", 60],
  ["poor", 40],
  ["critical", 0],
] as const;
export const LEVEL_NAMES = LEVELS.map(([name]) => name);
/** A level is left upwards only this far above its step, so that a score at a step does not flap. */
const CLEARLY = 5;
/** Below it, a number wants somebody: it has left the level `good`. */
const AILING = 80;
const DAY_MS = 24 * 3600_000;
/** So far from its average, a score moves. */
const MOVES = 3;

/** Whether a score wants somebody; it is null until it was found. */
export function isAiling(score: number | null): boolean {
  return score !== null && score < AILING;
}

/** The level of a score, after a level. */
export function levelAfter(previous: string, score: number): string {
  const rank = (points: number) => LEVELS.findIndex(([, from]) => points >= from);
  const before = LEVELS.findIndex(([name]) => name === previous);
  const now = rank(score) >= before ? rank(score) : rank(Math.max(0, score - CLEARLY));
  return LEVELS[now]?.[0] ?? "critical";
}

/** The average of about a day, with a score that was found now. */
export function averageAfter(
  { average, found_at }: Pick<PreviousHealth, "average" | "found_at">,
  score: number,
  now: number,
): number {
  if (average === null || found_at === null) return score;
  const weight = 1 - Math.exp(-Math.max(0, now - found_at.getTime()) / DAY_MS);
  return average + (score - average) * weight;
}

/** Where a score is going, against its average. */
export function trendOf(score: number, average: number): "falling" | "steady" | "rising" {
  if (score < average - MOVES) return "falling";
  return score > average + MOVES ? "rising" : "steady";
}
