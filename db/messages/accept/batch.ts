import type { Sql } from "../../connection/client.ts";
import { type AcceptInput, inputsJson } from "./input.ts";

export type BatchInput = {
  organizationId: string;
  idempotencyKey: string | null;
  fingerprint: string;
  /** JSON text that is kept with the key and comes back with the outcomes. */
  answers: string;
  messages: readonly AcceptInput[];
};

export type BatchOutcome = {
  outcome: "accepted" | "replayed" | "key_reused";
  /** JSON text of `{ answers, outcomes }`, this request's or, of a replayed key, the first one's. */
  response: string;
};

/** Accepts the messages of one request, and its idempotency key, in one transaction; durable when it returns. */
export async function acceptBatch(sql: Sql, input: BatchInput): Promise<BatchOutcome> {
  const { organizationId, idempotencyKey, fingerprint, answers, messages } = input;
  const [row] = await sql<BatchOutcome[]>`
    select outcome, response from accept_batch(
      ${organizationId}, ${idempotencyKey}, ${fingerprint}, ${answers}, ${inputsJson(messages)}::text::json
    )`;
  if (row === undefined) throw new Error("the batch got no outcome");
  return row;
}
