/** The roles of a daemon; docs/operations.md describes each. */
export const ROLES = ["api", "worker", "gateway"] as const;

export type Role = (typeof ROLES)[number];
