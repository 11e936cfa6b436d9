import type { Caller } from "../caller.ts";
import { problem } from "../problem.ts";

const LONGEST_KEY = 255;

/**
 * Under which name a request's response is kept: its `Idempotency-Key`, quoted or
 * bare, behind the key or user that brings it. Two callers with the same one have
 * nothing to do with each other; a key that is rotated stays the same caller.
 * Null without one. Throws 422 when it is not usable.
 */
export function idempotencyKey(request: Request, { actor }: Pick<Caller, "actor">): string | null {
  const given = request.headers.get("idempotency-key");
  if (given === null) return null;
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw problem(
      422,
      "invalid_idempotency_key",
      `the Idempotency-Key has to have 1 to ${LONGEST_KEY} characters`,
    );
  }
  return `${actor.id} ${key}`;
}
