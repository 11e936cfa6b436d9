/**
 * How urgent what waits in a lane is, most urgent first. The place of each is its rank, which the database has of it;
 * priorities.sql gives statements the ranks by name.
 */
export const PRIORITIES = ["high", "normal", "low"] as const;

export type Priority = (typeof PRIORITIES)[number];

/** The ranks of all priorities, most urgent first. */
export const RANKS: readonly number[] = PRIORITIES.map((_, rank) => rank);

export function rankOf(priority: Priority): number {
  return PRIORITIES.indexOf(priority);
}

/** The rank of items without a priority of their own. */
export const NORMAL = rankOf("normal");
