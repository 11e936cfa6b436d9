import type { MistakenNames } from "../../http/mistaken-names.ts";
import { SendBody } from "./send-body.ts";

/** Names of a send's fields at other services. */
const OTHERS: Record<string, readonly string[]> = {
  "write `scheduled_at`": ["send_at", "deliver_at", "schedule_at", "scheduled", "sendAt", "scheduleAt"],
  "write `ttl_seconds`": ["ttl", "validity_period"],
  "write `reply_to`, with the `id` of the message": ["context", "quoted", "quoted_message_id"],
  "send it as the header `Idempotency-Key`": ["idempotency_key", "idempotencyKey", "idempotency-key"],
};

/** Names by which somebody means a field of a send, or what is no field of one. */
export const MISTAKEN_FIELDS: MistakenNames = Object.fromEntries([
  ...Object.keys(SendBody.properties).flatMap((name) =>
    name.includes("_") ? [[inCamels(name), `write \`${name}\``]] : [],
  ),
  ...Object.entries(OTHERS).flatMap(([advice, names]) => names.map((name) => [name, advice])),
]);

/** The same of a message in a batch. */
export const MISTAKEN_IN_BATCHES: MistakenNames = {
  ...MISTAKEN_FIELDS,
  dry_run: "try one message at a time, with POST /v1/messages",
};

function inCamels(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
