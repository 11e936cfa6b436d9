import type { AcceptInput } from "../../db/messages/accept/input.ts";

/** A text message as accepting takes it, of the one channel that a test's database has. */
export function textInput(fields: Partial<AcceptInput> = {}): AcceptInput {
  return {
    ...{ organization_id: "org_test", channel_id: "ch_test", conversation_id: null, address: "14155550100" },
    ...{ id: Bun.randomUUIDv7(), type: "text", content: '{"body":"x"}', metadata: null, scheduled_at: null },
    ...{ needs_window: false, addressed: true, created_at: new Date().toISOString() },
    ...{ idempotency_key: null, fingerprint: null, response: "{}" },
    ...fields,
  };
}
