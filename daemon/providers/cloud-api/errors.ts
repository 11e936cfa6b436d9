import type { MessageError } from "../message-error.ts";
import type { RetryScope, SendOutcome } from "../provider.ts";

/**
 * What Meta's error codes mean to us.
 * Source: Meta, WhatsApp Business Platform, "Error codes" (support/error-codes).
 * A code decides alone: titles, HTTP statuses and subcodes are not stable.
 */

/** An `error` object of the Graph API, or of a status webhook's `errors`. */
export type GraphError = {
  code: number;
  title?: string;
  message?: string;
  is_transient?: boolean;
  error_data?: { details?: string };
};

type Rule =
  | { class: "permanent"; code: string }
  | { class: "channel"; code: string }
  | { class: "retry"; code: string; scope: RetryScope; after?: number };

const permanent = (code: string): Rule => ({ class: "permanent", code });
const channel = (code: string): Rule => ({ class: "channel", code });
const retry = (code: string, scope: RetryScope = "platform"): Rule => ({ class: "retry", code, scope });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const RULES: Record<number, Rule> = {
  0: channel("channel_auth_failed"),
  190: channel("channel_auth_failed"),
  3: channel("channel_permission_denied"),
  10: channel("channel_permission_denied"),
  131005: channel("channel_permission_denied"),
  368: channel("account_restricted"),
  131031: channel("account_restricted"),
  131042: channel("billing_problem"),
  131045: channel("phone_not_registered"),
  133010: channel("phone_not_registered"),
  131037: channel("display_name_required"),
  33: channel("channel_gone"),
  131048: channel("spam_restricted"),
  134011: channel("terms_required"),

  4: retry("rate_limited", "channel"),
  80007: retry("rate_limited", "channel"),
  130429: retry("throughput_limited", "channel"),
  131056: retry("recipient_rate_limited", "recipient"),
  1: retry("provider_unavailable"),
  2: retry("provider_unavailable", "channel"),
  131000: retry("provider_unavailable"),
  131016: retry("provider_unavailable", "channel"),
  131057: retry("provider_unavailable", "channel"),
  132069: { class: "retry", code: "flow_throttled", scope: "message", after: HOUR },
  133004: retry("provider_unavailable", "channel"),

  134101: { class: "retry", code: "template_syncing", scope: "message", after: 10 * MINUTE },
  131055: permanent("marketing_messages_refused"),
  134100: permanent("marketing_messages_refused"),
  134102: permanent("marketing_messages_refused"),

  131208: retry("rate_limited", "recipient"),
  131020: permanent("recipient_unreachable"),
  131041: permanent("not_in_group"),
  131207: permanent("group_suspended"),

  138000: permanent("calling_not_enabled"),
  138018: permanent("calling_not_enabled"),
  138006: permanent("call_not_permitted"),
  138009: permanent("call_permission_limit"),
  138013: permanent("calling_not_available"),

  130497: permanent("country_restricted"),
  131064: permanent("messaging_limit_enforced"),
  131049: permanent("not_delivered_ecosystem"),
  131050: permanent("recipient_opted_out"),
  130472: permanent("not_delivered_experiment"),
  130403: permanent("recipient_blocked"),
  131026: permanent("recipient_unreachable"),
  131021: permanent("invalid_recipient"),
  131062: permanent("recipient_not_supported"),
  131047: permanent("outside_service_window"),
  131051: permanent("unsupported_message_type"),
  131053: permanent("media_rejected"),
  131063: permanent("marketing_disabled"),
  132000: permanent("template_parameters_invalid"),
  132012: permanent("template_parameters_invalid"),
  132018: permanent("template_parameters_invalid"),
  132001: permanent("template_not_found"),
  132005: permanent("template_text_too_long"),
  132007: permanent("template_policy"),
  132015: permanent("template_paused"),
  132016: permanent("template_disabled"),
  132068: permanent("flow_blocked"),
  100: permanent("invalid_request"),
  131008: permanent("invalid_request"),
  131009: permanent("invalid_request"),
  135000: permanent("invalid_request"),
};

/** Of incoming messages and histories, which are kept as they came, and of groups and blocked people, whose words say enough. */
const TOLD_BY_WORDS = [
  ...[131052, 2593109, 131059],
  ...[131201, 131202, 131204, 131209, 131210, 131211, 131212, 131213, 131214, 131215],
  ...[139100, 139101, 139102, 139103],
];

/** The codes that mean something to us, and those that are kept as they came. */
export const KNOWN_CODES: readonly number[] = [...Object.keys(RULES).map(Number), ...TOLD_BY_WORDS];

/** The outcome of a send that Meta refused with this error. */
export function classify(error: GraphError): Exclude<SendOutcome, { kind: "sent" | "unknown" }> {
  const rule = ruleOf(error);
  const described = describeError(error);
  if (rule.class === "permanent") return { kind: "failed", error: described };
  if (rule.class === "channel") return { kind: "stopped", error: described };
  const after = rule.after === undefined ? {} : { afterMs: rule.after };
  return { kind: "retry", error: described, scope: rule.scope, ...after };
}

/** The record's error for a failure that Meta reported, in the call's response or later in a status. */
export function describeError(error: GraphError): MessageError {
  const rule = ruleOf(error);
  const title = error.title ?? error.message ?? "Refused by WhatsApp";
  return {
    code: rule.code,
    title,
    detail: error.error_data?.details ?? error.message ?? title,
    provider_code: String(error.code),
    retryable: rule.class !== "permanent",
  };
}

function ruleOf(error: GraphError): Rule {
  const known = RULES[error.code];
  if (error.is_transient === true && known?.class !== "retry") return retry("provider_unavailable");
  if (known !== undefined) return known;
  if (error.code >= 200 && error.code <= 299) return channel("channel_permission_denied");
  return permanent("provider_rejected");
}
