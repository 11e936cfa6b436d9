import type { Role } from "../config/roles.ts";

/** Why requests should go elsewhere; the last two only for a daemon without the role `api`. */
export const REASONS = [
  ...(["stopping", "database_unavailable", "database_full"] as const),
  ...(["worker_failing", "gateway_failing"] as const),
];
export type Reason = (typeof REASONS)[number];

/** Whether each of these works; it says nothing of a role that the daemon does not have. */
export type Parts = { worker: boolean; gateway: boolean };

export type ReadinessDependencies = {
  roles: readonly Role[];
  parts: () => Parts;
  /** False from the moment the daemon begins to stop. */
  isServing: () => boolean;
  isDatabaseThere: () => Promise<boolean>;
  hasDatabaseRoom: () => Promise<boolean>;
};

/** Why the daemon is not ready for its roles; null when it is. */
export async function unreadiness(daemon: ReadinessDependencies): Promise<Reason | null> {
  if (!daemon.isServing()) return "stopping";
  if (!(await daemon.isDatabaseThere())) return "database_unavailable";
  if (!(await daemon.hasDatabaseRoom())) return "database_full";
  // requests that it accepts are safe, whatever its other parts do
  if (daemon.roles.includes("api")) return null;
  const parts = daemon.parts();
  for (const role of daemon.roles) if (role !== "api" && !parts[role]) return `${role}_failing`;
  return null;
}
