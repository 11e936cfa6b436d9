import type { Caller } from "../../http/caller.ts";
import { problem } from "../../http/problem.ts";

/** How long a proof of who somebody is lasts for what is dangerous. */
const LASTS_MS = 10 * 60_000;

export const STEP_UP_REQUIRED = {
  description:
    "`step_up_required`: the login is older than ten minutes, and this needs a fresh proof of who you are: `POST /v1/auth/step_up`. Keys are not asked",
  code: "step_up_required",
  detail: "confirm that it is you with POST /v1/auth/step_up, then try again",
};

/** Throws 403 `step_up_required` when a user has not proved within ten minutes who they are. A key proves itself. */
export function refuseStaleProof({ actor, provedAt }: Caller): void {
  if (actor.type === "key" || (provedAt !== undefined && Date.now() - provedAt.getTime() < LASTS_MS)) return;
  throw problem(403, STEP_UP_REQUIRED.code, STEP_UP_REQUIRED.detail);
}
