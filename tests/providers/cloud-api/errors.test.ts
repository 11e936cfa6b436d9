import { expect, test } from "bun:test";
import { classify, describeError, KNOWN_CODES } from "../../../daemon/providers/cloud-api/errors.ts";

/** What Meta's codes mean to us, as its reference says ("Error codes"). */
const MEANINGS: [kind: string, ours: string, codes: number[]][] = [
  ["stopped", "channel_auth_failed", [0, 190]],
  ["stopped", "channel_permission_denied", [3, 10, 131005]],
  ["stopped", "account_restricted", [368, 131031]],
  ["stopped", "billing_problem", [131042]],
  ["stopped", "phone_not_registered", [131045, 133010]],
  ["stopped", "display_name_required", [131037]],
  ["stopped", "channel_gone", [33]],
  ["stopped", "spam_restricted", [131048]],
  ["stopped", "terms_required", [134011]],
  ["retry", "rate_limited", [4, 80007, 131208]],
  ["retry", "throughput_limited", [130429]],
  ["retry", "recipient_rate_limited", [131056]],
  ["retry", "provider_unavailable", [1, 2, 131000, 131016, 131057, 133004]],
  ["retry", "flow_throttled", [132069]],
  ["retry", "template_syncing", [134101]],
  ["failed", "marketing_messages_refused", [131055, 134100, 134102]],
  ["failed", "recipient_unreachable", [131020, 131026]],
  ["failed", "not_in_group", [131041]],
  ["failed", "group_suspended", [131207]],
  ["failed", "calling_not_enabled", [138000, 138018]],
  ["failed", "call_not_permitted", [138006]],
  ["failed", "call_permission_limit", [138009]],
  ["failed", "calling_not_available", [138013]],
  ["failed", "country_restricted", [130497]],
  ["failed", "messaging_limit_enforced", [131064]],
  ["failed", "not_delivered_ecosystem", [131049]],
  ["failed", "recipient_opted_out", [131050]],
  ["failed", "not_delivered_experiment", [130472]],
  ["failed", "recipient_blocked", [130403]],
  ["failed", "invalid_recipient", [131021]],
  ["failed", "recipient_not_supported", [131062]],
  ["failed", "outside_service_window", [131047]],
  ["failed", "unsupported_message_type", [131051]],
  ["failed", "media_rejected", [131053]],
  ["failed", "marketing_disabled", [131063]],
  ["failed", "template_parameters_invalid", [132000, 132012, 132018]],
  ["failed", "template_not_found", [132001]],
  ["failed", "template_text_too_long", [132005]],
  ["failed", "template_policy", [132007]],
  ["failed", "template_paused", [132015]],
  ["failed", "template_disabled", [132016]],
  ["failed", "flow_blocked", [132068]],
  ["failed", "invalid_request", [100, 131008, 131009, 135000]],
];

test.each(MEANINGS)("%s as %s: %p", (kind, ours, codes) => {
  for (const code of codes) {
    expect(classify({ code, message: "m" }).kind).toBe(kind as "retry");
    const error = { code: ours, provider_code: String(code), retryable: kind !== "failed" };
    expect(describeError({ code, message: "m" })).toMatchObject(error);
  }
});

test("each code that means something has its meaning here", () => {
  const here = MEANINGS.flatMap(([, , codes]) => codes);
  const toldByWords = KNOWN_CODES.filter((code) => describeError({ code }).code === "provider_rejected");
  expect(here.concat(toldByWords).toSorted()).toEqual(KNOWN_CODES.toSorted());
});

test.each([
  [200, "stopped", "channel_permission_denied"],
  [299, "stopped", "channel_permission_denied"],
  [999999, "failed", "provider_rejected"],
])("code %i, which is none of these, is %s as %s", (code, kind, ours) => {
  expect(classify({ code, message: "m" }).kind).toBe(kind as "retry");
  expect(describeError({ code, message: "m" }).code).toBe(ours);
});

test("an error that calls itself transient is retried whatever its code", () => {
  expect(classify({ code: 100, is_transient: true }).kind).toBe("retry");
});

test("the details are those of the record", () => {
  const error = describeError({
    code: 131026,
    title: "Undeliverable",
    error_data: { details: "Message Undeliverable." },
  });
  expect(error).toMatchObject({ title: "Undeliverable", detail: "Message Undeliverable.", retryable: false });
});
