import type { Health } from "../../lib/api/types/diagnostics.ts";
import { type Finding, problem, well } from "./finding.ts";

/** Whether every role that is needed is some daemon's. */
export function roleFindings({ roles, missing_roles }: Health): Finding[] {
  if (missing_roles.length === 0) return [well("roles", `this daemon is ${roles.join(", ")}`)];
  return missing_roles.map(({ detail, hint }) => problem("roles", detail, hint));
}
