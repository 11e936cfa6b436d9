import { createHash, createHmac } from "node:crypto";
import type { Queryable, Sql } from "../../../db/connection/client.ts";
import {
  type IdempotencyInput,
  type OnceOutcome,
  onceElsewhere,
  onceForKey,
  type StoredResponse,
} from "../../../db/http/idempotency.ts";
import { retryDeadlock } from "../../lib/retry-deadlock.ts";
import type { Shares } from "../../lib/turns/shares.ts";
import type { Secrets } from "../../secrets/envelope.ts";
import { type Caller, namesOf } from "../caller.ts";
import { problem } from "../problem.ts";
import { idempotencyKey } from "./idempotency.ts";

/** The result of a POST: the status, and the body that is sent as JSON. */
export type Result<Body> = { status: number; body: Body };

/** Does the work of one POST, and returns the body of its response. */
export type Once = {
  /**
   * With an `Idempotency-Key`, once for the key, in one transaction with the
   * record of its response. Throws 422 when the key was used with another
   * request, 409 while the first one is still running.
   */
  once<Body>(work: (sql: Queryable) => Promise<Result<Body>>): Promise<Body>;
  /**
   * The same for work that waits for somebody else (Meta, a phone), which no
   * transaction may do. Should the daemon die before the response is stored, a
   * repetition finds the key running for a while, and then does the work again.
   */
  onceElsewhere<Body>(work: () => Promise<Result<Body>>): Promise<Body>;
};

/** The request that a key stands for, and where the status and headers of its response go. */
export type IdempotentRequest = {
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
  description: "Kept for 24 hours: the same key and body return the first response again",
};

/** For so long a key stays claimed by work elsewhere whose process may have died. */
const CLAIM_MS = 90_000;

/**
 * Does work once for each request, where given shares in turn with what others write; given secrets, its response is
 * stored sealed, and its fingerprint keyed.
 */
export function createOnce(
  sql: Sql,
  request: IdempotentRequest,
  secrets: Secrets | undefined,
  writing?: Shares,
): Once {
  const write = <Value>(work: () => Promise<Value>) =>
    retryDeadlock(() => writing?.inTurn(namesOf(request.caller), work) ?? work());
  return {
    async once(work) {
      const record = recordOf(request, secrets);
      if (record === null) return respond(request, await write(() => work(sql)));
      const stored = await write(() =>
        onceForKey(sql, record.input, async (transaction) => record.seal(await work(transaction))),
      );
      return record.respond(stored);
    },
    async onceElsewhere(work) {
      const record = recordOf(request, secrets);
      if (record === null) return respond(request, await work());
      const stored = await onceElsewhere(sql, record.input, CLAIM_MS, async () => record.seal(await work()));
      return record.respond(stored);
    },
  };
}

/** The encryption context of a key's sealed response; the key has its caller in front. */
export function responseContext(organizationId: string, key: string): string {
  return `idempotency ${organizationId} ${key}`;
}

function respond<Body>({ set }: IdempotentRequest, { status, body }: Result<Body>): Body {
  set.status = status;
  return body;
}

/** How a request's response is stored and found again; null when it has no key. */
function recordOf({ caller, request, body, set }: IdempotentRequest, secrets: Secrets | undefined) {
  const key = idempotencyKey(request, caller);
  if (key === null) return null;
  const { organizationId } = caller;
  const input: IdempotencyInput = { organizationId, key, fingerprint: fingerprint(request, body, secrets) };
  const context = responseContext(organizationId, key);
  return {
    input,
    seal({ status, body }: Result<unknown>): StoredResponse {
      const response = JSON.stringify(body ?? null);
      return { status, response: secrets === undefined ? response : secrets.encrypt(response, context) };
    },
    respond(outcome: OnceOutcome) {
      const { status, response } = mustHaveResponse(outcome);
      set.status = status;
      if (outcome.outcome === "replayed") set.headers["idempotent-replayed"] = "true";
      const text = secrets === undefined ? response : secrets.decrypt(response, context);
      return JSON.parse(text) ?? undefined;
    },
  };
}

function mustHaveResponse(outcome: OnceOutcome): StoredResponse {
  if (outcome.outcome === "running") {
    throw problem(409, "idempotency_in_progress", "a request with this Idempotency-Key is still running", {
      headers: { "retry-after": "1" },
    });
  }
  if (outcome.outcome === "key_reused") {
    throw problem(
      422,
      "idempotency_key_reused",
      "this Idempotency-Key was used with another request in the last 24 hours",
    );
  }
  return outcome.stored;
}

/** A plain hash of a short secret could be guessed by who has the database. */
function fingerprint(request: Request, body: unknown, secrets: Secrets | undefined): string {
  const { pathname, search } = new URL(request.url);
  const hash = secrets === undefined ? createHash("sha256") : createHmac("sha256", secrets.derive("tokens"));
  return hash.update(JSON.stringify([pathname + search, body ?? null])).digest("base64url");
}
