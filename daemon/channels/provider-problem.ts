import { problem } from "../http/problem.ts";
import type { CallOutcome } from "../providers/management.ts";
import type { MessageError } from "../providers/message-error.ts";

/** A provider's report about the state of its own resources is a conflict, not a bad request. */
const CONFLICTS = ["template_in_review", "template_exists", "already_verified", "username_in_use"];
const LIMITS = ["rate_limited", "registration_limit"];
/** How long to wait where the provider gives no time. */
const USUAL_WAIT_SECONDS = 60;
const RETRY_SECONDS = 5;

/**
 * The value of a management call. If it failed, throws 429 with `Retry-After`, 409, 422 with
 * the provider's code, or 503 when the provider was not reached.
 */
export function done<Value>(outcome: CallOutcome<Value>): Value {
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "unavailable") {
    throw problem(503, "provider_unavailable", `WhatsApp did not respond: ${outcome.reason}`, {
      headers: { "retry-after": String(RETRY_SECONDS) },
    });
  }
  throw refusal(outcome.error, outcome.retryAfterSeconds);
}

function refusal(error: MessageError, retryAfterSeconds = USUAL_WAIT_SECONDS) {
  const { code, title, detail, provider_code } = error;
  const text = title === detail ? detail : `${title}: ${detail}`;
  const members = { provider_code };
  if (LIMITS.includes(code)) {
    return problem(429, code, text, { members, headers: { "retry-after": String(retryAfterSeconds) } });
  }
  return problem(CONFLICTS.includes(code) ? 409 : 422, code, text, { members });
}
