/** The priorities of what waits in a lane, most urgent first, as the database has them: high, normal, low. */
export const PRIORITIES = [0, 1, 2] as const;

/** What has no priority of its own. */
export const NORMAL = 1;

/** The priority of an item. */
export function priorityOf({ priority = NORMAL }: { priority?: number }): number {
  return priority;
}
