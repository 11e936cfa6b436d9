/** What a daemon can do for an installation; docs/operations.md describes each. */
export const ROLES = ["api", "worker", "gateway"] as const;

export type Role = (typeof ROLES)[number];
