import { problem } from "../http/problem.ts";

/** The refusal of a key or a user that lacks a permission. */
export function missingPermission(actor: "key" | "user", permission: string) {
  return problem(403, "missing_permission", `this ${actor} lacks the permission ${permission}`, {
    hint:
      actor === "key"
        ? keyWith(permission)
        : "Your role does not have it. Somebody who manages users can give you another one.",
    members: { permission },
  });
}

/** How to get a key that may. A shell would take a bare asterisk for file names. */
function keyWith(permission: string): string {
  return `waypost keys create --permission ${permission === "*" ? "'*'" : permission}`;
}
