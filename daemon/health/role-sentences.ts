import type { Role } from "../config/roles.ts";

const WITHOUT: Record<Role, string> = {
  api: "nothing can be accepted",
  worker: "nothing is sent or delivered, except by paired numbers",
  gateway: "paired numbers neither send nor receive",
};

/** What it means that no daemon has a role, and what to do. */
export function withoutRole(role: Role): string {
  return `No daemon with the role ${role} is running: ${WITHOUT[role]}. Start one: waypostd --role ${role}`;
}
