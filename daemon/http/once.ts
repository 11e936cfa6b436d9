import { createHash, createHmac } from "node:crypto";
import type { Queryable, Sql } from "../../db/connection/client.ts";
import {
  type IdempotencyInput,
  type OnceResult,
  onceElsewhere,
  onceForKey,
  type StoredAnswer,
} from "../../db/http/idempotency.ts";
import { retryDeadlock } from "../lib/retry-deadlock.ts";
import type { Secrets } from "../secrets/envelope.ts";
import type { Caller } from "./caller.ts";
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

/** Given when a request or its answer holds a secret: the answer is sealed then, and the request's fingerprint keyed. */
export type Confidential = { secrets?: Secrets };

/** For so long a key stays claimed by work elsewhere whose process may have died. */
const CLAIM_MS = 90_000;

/**
 * Does a POST's work and answers it; with an `Idempotency-Key`, once for the
 * key, in one transaction with the record of its answer. Throws 422 when the key
 * was used with another request, 409 while the first one is still running.
 */
export async function answerOnce<Body>(
  sql: Sql,
  asked: Asked,
  work: (sql: Queryable) => Promise<Answer<Body>>,
  confidential: Confidential = {},
): Promise<Body> {
  const once = onceOf(asked, confidential);
  if (once === null) return answered(asked, await retryDeadlock(() => work(sql)));
  const kept = await retryDeadlock(() =>
    onceForKey(sql, once.input, async (transaction) => once.toKeep(await work(transaction))),
  );
  return once.answer(kept);
}

/**
 * The same for work that waits for somebody else (Meta, a phone), which no
 * transaction may do. Should the daemon die before the answer is kept, a
 * repetition finds the key running for a while, and then does the work again.
 */
export async function answerOnceElsewhere<Body>(
  sql: Sql,
  asked: Asked,
  work: () => Promise<Answer<Body>>,
  confidential: Confidential = {},
): Promise<Body> {
  const once = onceOf(asked, confidential);
  if (once === null) return answered(asked, await work());
  const kept = await onceElsewhere(sql, once.input, CLAIM_MS, async () => once.toKeep(await work()));
  return once.answer(kept);
}

/** What the sealed answer of a key, with its caller in front, belongs to. */
export function answerContext(organizationId: string, key: string): string {
  return `idempotency ${organizationId} ${key}`;
}

function answered<Body>({ set }: Asked, { status, body }: Answer<Body>): Body {
  set.status = status;
  return body;
}

/** How a request's answer is kept and found again; null when it has no key. */
function onceOf(asked: Asked, { secrets }: Confidential) {
  const { caller, request, body, set } = asked;
  const key = idempotencyKey(request, caller);
  if (key === null) return null;
  const { organizationId } = caller;
  const input: IdempotencyInput = { organizationId, key, fingerprint: fingerprint(request, body, secrets) };
  const context = answerContext(organizationId, key);
  return {
    input,
    toKeep({ status, body }: Answer<unknown>): StoredAnswer {
      const response = JSON.stringify(body ?? null);
      return { status, response: secrets === undefined ? response : secrets.encrypt(response, context) };
    },
    answer(kept: OnceResult) {
      const { status, response } = mustHaveAnswer(kept);
      set.status = status;
      if (kept.outcome === "replayed") set.headers["idempotent-replayed"] = "true";
      const text = secrets === undefined ? response : secrets.decrypt(response, context);
      return JSON.parse(text) ?? undefined;
    },
  };
}

function mustHaveAnswer(kept: OnceResult): StoredAnswer {
  if (kept.outcome === "running") {
    throw problem(409, "idempotency_in_progress", "a request with this Idempotency-Key is still running", {
      headers: { "retry-after": "1" },
    });
  }
  if (kept.outcome === "key_reused") {
    throw problem(
      422,
      "idempotency_key_reused",
      "this Idempotency-Key was used with another request in the last 24 hours",
    );
  }
  return kept.answer;
}

/** A plain hash of a short secret could be guessed by who has the database. */
function fingerprint(request: Request, body: unknown, secrets: Secrets | undefined): string {
  const { pathname, search } = new URL(request.url);
  const hash = secrets === undefined ? createHash("sha256") : createHmac("sha256", secrets.derive("tokens"));
  return hash.update(JSON.stringify([pathname + search, body ?? null])).digest("base64url");
}
