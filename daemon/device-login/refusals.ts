import { type Problem, problem } from "../http/problem.ts";

/** The errors of RFC 6749, 4.1.2.1 and 5.2, RFC 7591, 3.2.2, RFC 8628, 3.5 and RFC 8707, 2, with explanations. */
const REFUSALS = {
  authorization_pending: "nobody has approved it yet; ask again after the interval",
  slow_down: "polled too early; wait 5 seconds longer each time from now on",
  expired_token: "the code has expired; start again",
  access_denied: "it was refused on the daemon's page",
  invalid_grant: "the device code was used, has expired or never existed",
  unsupported_grant_type: "only device codes are exchanged here",
  invalid_scope: "the scope names a permission that does not exist",
  invalid_request: "a parameter is missing or wrong",
  invalid_client:
    "the client_id is neither one that was given out here nor the address of a client's document",
  invalid_target: "the resource is not this installation's",
  unsupported_response_type: "the response_type has to be `code`",
  invalid_redirect_uri:
    "redirect_uris has to be one to five addresses, each over https or http on 127.0.0.1, [::1] or localhost, without a fragment, of 512 characters at most",
  invalid_client_metadata: "client_name and redirect_uris are too long together",
} as const;

export type Refusal = keyof typeof REFUSALS;

/** A problem whose body also has the members that RFC 6749, 5.2 gives an error. */
export function refused(error: Refusal, detail: string = REFUSALS[error]): Problem {
  return problem(400, error, detail, { members: { error, error_description: detail } });
}
