import type { Replay } from "../../lib/api/types/webhooks.ts";

/** A replay, and how many deliveries it is known to make; null while they are counted. */
export type FollowedReplay = Replay & { expected: number | null };

/** How much is done, from 0 to 1: of the counting in a dry run, else of the deliveries. */
export function shareDone({
  dry_run,
  progress,
  matched,
  expected,
  succeeded,
  exhausted,
}: FollowedReplay): number {
  if (dry_run) return progress;
  const total = matched ?? expected ?? 0;
  return total === 0 ? 1 : Math.min(1, (succeeded + exhausted) / total);
}

/** The same in words: `3 of 8 delivered`. */
export function describeProgress({
  dry_run,
  matched,
  expected,
  queued,
  succeeded,
  exhausted,
}: FollowedReplay): string {
  const number = (value: number) => value.toLocaleString("en");
  if (dry_run) return `${number(queued)} counted`;
  return `${number(succeeded + exhausted)} of ${number(matched ?? expected ?? queued)} delivered`;
}
