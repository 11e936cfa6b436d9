import { problem } from "../http/problem.ts";

/** The refusal of a key or a user that lacks a permission. */
export function missingPermission(actor: "key" | "user", permission: string) {
  return problem(403, "missing_permission", `this ${actor} lacks the permission ${permission}`, {
    members: { permission },
  });
}
