import { expect, test } from "bun:test";
import { classify, describeError } from "../../../daemon/providers/cloud-api/errors.ts";

test.each([
  [131056, "retry", "recipient_rate_limited"],
  [130429, "retry", "throughput_limited"],
  [131000, "retry", "provider_unavailable"],
  [190, "stopped", "channel_auth_failed"],
  [0, "stopped", "channel_auth_failed"],
  [200, "stopped", "channel_permission_denied"],
  [299, "stopped", "channel_permission_denied"],
  [131026, "failed", "recipient_unreachable"],
  [131047, "failed", "outside_service_window"],
  [131053, "failed", "media_rejected"],
  [132001, "failed", "template_not_found"],
  [100, "failed", "invalid_request"],
  [999999, "failed", "provider_rejected"],
])("code %i is %s as %s", (code, kind, ours) => {
  const outcome = classify({ code, message: "m" });
  expect(outcome.kind).toBe(kind as typeof outcome.kind);
  expect(describeError({ code, message: "m" })).toMatchObject({ code: ours, provider_code: String(code) });
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
