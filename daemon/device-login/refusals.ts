import { type Problem, problem } from "../http/problem.ts";

/** The errors of RFC 8628, 3.5 and RFC 6749, 5.2 for a program, with explanations. */
const REFUSALS = {
  authorization_pending: "nobody has approved it yet; ask again after the interval",
  slow_down: "polled too early; wait 5 seconds longer each time from now on",
  expired_token: "the code has expired; start again",
  access_denied: "it was refused on the daemon's page",
  invalid_grant: "the device code was used, has expired or never existed",
  unsupported_grant_type: "only device codes are exchanged here",
  invalid_scope: "the scope names a permission that does not exist",
} as const;

/** A problem whose body also has the members that RFC 6749, 5.2 gives an error. */
export function refused(error: keyof typeof REFUSALS): Problem {
  const detail = REFUSALS[error];
  return problem(400, error, detail, { members: { error, error_description: detail } });
}
