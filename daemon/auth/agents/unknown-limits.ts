import { isObject } from "../../lib/objects.ts";
import { AgentSchema } from "./schema.ts";
import { unfit } from "./unfit.ts";

const KNOWN = Object.keys(AgentSchema.properties);

/**
 * Throws 422 for a guard with a member that there is none of. Elsewhere unknown members are ignored; here a mistyped
 * limit would limit nothing, and nobody would notice.
 */
export function refuseUnknownLimits(body: unknown): void {
  if (!isObject(body) || !isObject(body.agent)) return;
  const unknown = Object.keys(body.agent).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined)
    throw unfit(`/agent/${unknown}`, `a guard has no such member; it has ${KNOWN.join(", ")}`);
}
