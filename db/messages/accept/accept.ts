import type { Queryable } from "../../connection/client.ts";
import { type AcceptInput, inputsJson } from "./input.ts";

export type AcceptOutcome = {
  n: number;
  outcome:
    | "accepted"
    | "replayed"
    | "key_reused"
    | "conversation_not_found"
    | "recipient_mismatch"
    | "suppressed_recipient"
    | "outside_service_window"
    | "agent_recipient"
    | "agent_message"
    | "agent_limit"
    | "conversation_held"
    | "waiting"
    | "waits_already"
    | "media_not_found"
    | "budget_exhausted";
  /** The response to what waits for approval, or was accepted before; of a refusal, what is known about it. */
  response: string | null;
  /** Of an accepted one. */
  conversation_id: string | null;
  /** Whether its first attempt was begun with it. */
  begun: boolean;
};

/**
 * Accepts a batch in one transaction, durable when it returns. The daemon that is named looks at its lanes by itself, and
 * calls for those of `starting` that were begun.
 */
export async function acceptMessages(
  sql: Queryable,
  batch: readonly AcceptInput[],
  daemonId: string | null = null,
  starting: readonly string[] = [],
): Promise<AcceptOutcome[]> {
  return await sql<AcceptOutcome[]>`select n, outcome, response, conversation_id, begun from accept_messages(
    ${inputsJson(batch)}::text::json, ${daemonId}, ${starting.length === 0 ? null : (starting as string[])}::uuid[])`;
}
