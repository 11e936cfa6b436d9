import type { Problem } from "../../http/problem.ts";

/** An error of Meta's: what it is called there, and the status it comes with. */
type MetaError = { title: string; status: number; type?: string; subcode?: number };

/** Meta, "Cloud API error codes". */
const ERRORS = {
  4: { title: "Application request limit reached", status: 429 },
  10: { title: "Application does not have permission for this action", status: 403 },
  100: { title: "Invalid parameter", status: 400 },
  190: { title: "Invalid OAuth access token", status: 401 },
  2500: { title: "Unknown path components", status: 400 },
  80007: { title: "Rate limit issues", status: 429 },
  130429: { title: "Rate limit hit", status: 429 },
  131000: { title: "Something went wrong", status: 500 },
  131009: { title: "Parameter value is not valid", status: 400 },
  131016: { title: "Service unavailable", status: 503 },
  131026: { title: "Message undeliverable", status: 400 },
  131042: { title: "Business eligibility payment issue", status: 400 },
  131047: { title: "Re-engagement message", status: 400 },
  131049: { title: "This message was not delivered to maintain healthy ecosystem engagement", status: 400 },
  131050: { title: "Unable to deliver the message: this recipient stopped messages", status: 400 },
  131051: { title: "Unsupported message type", status: 400 },
  131052: { title: "Media download error", status: 400 },
  131053: { title: "Media upload error", status: 400 },
  131062: { title: "Recipient type is not supported", status: 400 },
  132000: { title: "Number of parameters does not match the expected number of params", status: 400 },
  132001: { title: "Template name does not exist in the translation", status: 404 },
} as const satisfies Record<number, MetaError>;

type Code = keyof typeof ERRORS;

/** What our codes are at Meta, where the status alone does not say it. */
export const CODES: Readonly<Record<string, Code>> = {
  rate_limited: 4,
  agent_limit: 80007,
  agent_price_unknown: 10,
  app_not_accepted: 10,
  budget_exhausted: 131042,
  channel_not_connected: 131016,
  conversion_failed: 131053,
  conversion_unavailable: 131053,
  idempotency_in_progress: 131016,
  invalid_content: 131009,
  invalid_file: 131053,
  marketing_limit_reached: 131049,
  media_failed: 131052,
  media_pending: 131052,
  message_not_found: 131009,
  messaging_limit_reached: 130429,
  outside_service_window: 131047,
  quota_exceeded: 131053,
  recipient_mismatch: 131009,
  recipient_not_supported: 131062,
  suppressed_recipient: 131050,
  template_mismatch: 132000,
  template_not_found: 132001,
  token_not_usable: 190,
  too_large: 131053,
  unknown_path: 2500,
  unsupported_on_platform: 131051,
};

/** What any other code is, by its status; 100 where none is named. */
export const STATUSES: Readonly<Record<number, Code>> = {
  401: 190,
  403: 10,
  429: 4,
  500: 131000,
  503: 131016,
  507: 131016,
};

/** Meta's code for a problem of ours. */
export function codeOf({ code, status }: Pick<Problem, "code" | "status">): Code {
  return (Object.hasOwn(CODES, code) ? CODES[code] : STATUSES[status]) ?? 100;
}

/** A refusal as the Graph API words it: Meta's code and title, and what is wrong in our words. */
export function refusal(failure: Problem, requestId: string): Response {
  const code = codeOf(failure);
  const { title, status } = ERRORS[code];
  const isMissing = failure.code === "not_found" || failure.code === "channel_not_found";
  const error = {
    message: code === 190 ? `${title}: ${failure.detail}` : `(#${code}) ${title}`,
    type: isMissing ? "GraphMethodException" : "OAuthException",
    code,
    // "does not exist, cannot be loaded due to missing permissions, or does not support this operation"
    ...(isMissing ? { error_subcode: 33 } : {}),
    error_data: { messaging_product: "whatsapp", details: detailsOf(failure) },
    fbtrace_id: requestId,
  };
  return new Response(JSON.stringify({ error }), {
    status,
    headers: {
      "content-type": "application/json; charset=UTF-8",
      "x-request-id": requestId,
      ...failure.extras.headers,
    },
  });
}

/** What is wrong, and how to mend it. */
function detailsOf({ code, detail, extras: { hint } }: Problem): string {
  return `${detail}${hint === undefined ? "" : `. ${hint}`} (${code})`;
}
