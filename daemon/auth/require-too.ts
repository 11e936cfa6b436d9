import type { Caller } from "../http/caller.ts";
import { grants, type Permission } from "../http/permissions.ts";
import { missingPermission } from "./missing-permission.ts";

/** Throws 403 `missing_permission` where a request needs one more than its route does. */
export function requireToo({ actor, permissions }: Caller, permission: Permission): void {
  if (!grants(permissions, permission)) throw missingPermission(actor.type, permission);
}
