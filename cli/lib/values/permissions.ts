import type { PERMISSIONS as KNOWN, Permission } from "../../../daemon/http/permissions.ts";
import { usageFailure } from "../failures/failure.ts";

/** The permissions of a key, in the API's order; the compiler compares it with the daemon's own list. */
export const PERMISSIONS: typeof KNOWN = [
  "messages:send",
  "messages:read",
  "channels:read",
  "channels:manage",
  "contacts:read",
  "contacts:write",
  "contacts:erase",
  "templates:read",
  "templates:manage",
  "webhooks:manage",
  "events:read",
  "keys:manage",
  "crm:read",
  "crm:write",
  "users:manage",
  "audit:read",
  "logs:read",
  "inbound:manage",
  "media:write",
  "broadcasts:read",
  "broadcasts:manage",
  "costs:read",
  "costs:manage",
  "approvals:decide",
];

/** Throws a usage failure that lists the permissions unless all of these are some, and there is one. */
export function checkPermissions(given: readonly string[]): void {
  const hint = `There are: ${PERMISSIONS.join(", ")}; '*' allows everything.`;
  if (given.length === 0) throw usageFailure("a key needs at least one --permission", hint);
  const unknown = given.find((name) => name !== "*" && !PERMISSIONS.includes(name as Permission));
  if (unknown !== undefined) throw usageFailure(`there is no permission '${unknown}'`, hint);
}
