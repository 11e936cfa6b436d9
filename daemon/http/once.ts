import { createHash } from "node:crypto";
import type { Queryable, Sql } from "../../db/client.ts";
import { onceForKey } from "../../db/idempotency.ts";
import type { Caller } from "../auth/authenticate.ts";
import { repeatLost } from "../repeat-lost.ts";
import { idempotencyKey } from "./idempotency.ts";
import { problem } from "./problem.ts";

/** What work answers: the status, and what is sent as JSON. */
export type Answer<Body> = { status: number; body: Body };

/** The parts of a request that a route has at hand. */
export type Asked = {
  caller: Caller;
  request: Request;
  body: unknown;
  set: { status?: number | string; headers: Record<string, string | number> };
};

/** The header that POSTs take, for the OpenAPI document. */
export const idempotencyHeader = {
  name: "Idempotency-Key",
  in: "header" as const,
  schema: { type: "string" as const, maxLength: 255 },
  description: "Kept 24 hours: the same key and body give the first answer again",
};

/**
 * Does a POST's work and answers it; with an `Idempotency-Key`, once for the
 * key, in one transaction with the record of its answer. Throws 422 when the
 * key was used with another request.
 */
export async function answerOnce<Body>(
  sql: Sql,
  { caller, request, body, set }: Asked,
  work: (sql: Queryable) => Promise<Answer<Body>>,
): Promise<Body> {
  const key = idempotencyKey(request);
  if (key === null) {
    const answer = await repeatLost(() => work(sql));
    set.status = answer.status;
    return answer.body;
  }
  const input = { organizationId: caller.organizationId, key, fingerprint: fingerprint(request, body) };
  const kept = await repeatLost(() =>
    onceForKey(sql, input, async (transaction) => {
      const answer = await work(transaction);
      return { status: answer.status, response: JSON.stringify(answer.body) };
    }),
  );
  if (kept.outcome === "key_reused") {
    throw problem(
      422,
      "idempotency_key_reused",
      "this Idempotency-Key was used with another request in the last 24 hours",
    );
  }
  set.status = kept.answer.status;
  if (kept.outcome === "replayed") set.headers["idempotent-replayed"] = "true";
  return JSON.parse(kept.answer.response);
}

function fingerprint(request: Request, body: unknown): string {
  const { pathname } = new URL(request.url);
  return createHash("sha256")
    .update(JSON.stringify([pathname, body ?? null]))
    .digest("base64url");
}
