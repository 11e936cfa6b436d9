import { TypeCompiler } from "@sinclair/typebox/compiler";
import type { AcceptOutcome } from "../../../db/messages/accept/accept.ts";
import { acceptBatch } from "../../../db/messages/accept/batch.ts";
import type { Caller } from "../../http/caller.ts";
import { refuseMistaken } from "../../http/mistaken-names.ts";
import { Problem, problem, problemBody } from "../../http/problem.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import { type Static, Type } from "../../lib/typebox.ts";
import { explain } from "../../message-types/explain.ts";
import { createBatchTurns } from "../batch-turns.ts";
import type { AcceptRequest } from "./accept.ts";
import { type CheckDependencies, checkSend } from "./check.ts";
import { noteRefused, noteRefusedOfBatch } from "./guard.ts";
import { MISTAKEN_IN_BATCHES } from "./mistaken-fields.ts";
import { isRefusal, refusal } from "./refusals.ts";
import { SendBody } from "./send-body.ts";
import { fingerprint } from "./send-fields.ts";

const MOST_MESSAGES = 1000;

/** Each message is checked on its own, so that a wrong one does not refuse its neighbours. */
export const BatchBody = Type.Object({
  messages: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: MOST_MESSAGES,
    description: "Each as the body of a single send",
  }),
});

/** So many messages of a batch count as one request: they take the database as long as some requests, but not a hundred. */
const MESSAGES_OF_A_REQUEST = 100;

/** What a batch weighs in rate limits. */
export function requestsOfBatch(body: unknown): number {
  return Math.ceil((body as Static<typeof BatchBody>).messages.length / MESSAGES_OF_A_REQUEST);
}

/** The result of one message of a batch. */
export type BatchItem =
  | { status: 201; message: Record<string, unknown> }
  | { status: 202; approval: Record<string, unknown> }
  | { status: number; problem: Record<string, unknown> };

export type BatchResponse = { data: BatchItem[]; replayed: boolean };

type Settled = { answers: BatchItem[]; outcomes: Omit<AcceptOutcome, "conversation_id">[] };

const sendBody = TypeCompiler.Compile(SendBody);

/**
 * Accepts or refuses each message of a batch. They share one commit, which is
 * a group already, and one idempotency key. Throws only when the key was used
 * for another request.
 */
export async function sendBatch(
  dependencies: CheckDependencies,
  caller: Caller,
  messages: readonly unknown[],
  idempotencyKey: string | null,
  turns = createBatchTurns(),
): Promise<BatchResponse> {
  const checked = await turns.check(caller, messages, (message) => check(dependencies, caller, message));
  const input = {
    organizationId: caller.organizationId,
    idempotencyKey,
    fingerprint: fingerprint(messages),
    answers: JSON.stringify(checked.map(itemOf)),
    messages: checked.flatMap((request, n) => (request instanceof Problem ? [] : [{ ...request, n }])),
  };
  const { outcome, response } = await turns.store(caller, () =>
    retryDeadlock(() => acceptBatch(dependencies.sql, input)),
  );
  if (outcome === "key_reused") {
    const reused = refusal(outcome, null);
    await noteRefused(dependencies.sql, caller, undefined, reused);
    throw reused;
  }
  const data = settle(JSON.parse(response));
  if (outcome === "accepted") await noteRefusedOfBatch(dependencies.sql, caller, data);
  return { data, replayed: outcome === "replayed" };
}

async function check(
  dependencies: CheckDependencies,
  caller: Caller,
  message: unknown,
): Promise<AcceptRequest | Problem> {
  try {
    refuseMistaken(message, MISTAKEN_IN_BATCHES);
    if (!sendBody.Check(message)) return invalid(message);
    return await checkSend(dependencies, caller, message, null);
  } catch (cause) {
    if (cause instanceof Problem) return cause;
    throw cause;
  }
}

function invalid(message: unknown): Problem {
  const errors = explain(sendBody, message);
  const [first] = errors;
  const where = first?.path || "the message";
  return problem(422, "invalid_request", `${where}: ${first?.message ?? "not valid"}`, { errors });
}

function itemOf(request: AcceptRequest | Problem): BatchItem {
  return request instanceof Problem
    ? refused(request)
    : { status: 201, message: JSON.parse(request.response) };
}

function refused(failure: Problem): BatchItem {
  return { status: failure.status, problem: problemBody(failure) };
}

/** The daemon's earlier answers, except where accepting refused. */
function settle({ answers, outcomes }: Settled): BatchItem[] {
  const settled = [...answers];
  for (const { n, outcome, response } of outcomes) {
    if (outcome === "waiting") settled[n] = { status: 202, approval: JSON.parse(response ?? "{}").approval };
    if (isRefusal(outcome)) settled[n] = refused(refusal(outcome, response));
  }
  return settled;
}
