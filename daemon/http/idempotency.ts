import { problem } from "./problem.ts";

const LONGEST_KEY = 255;

/** The request's `Idempotency-Key`, quoted or bare; null without one. Throws 422 when it is not usable. */
export function idempotencyKey(request: Request): string | null {
  const given = request.headers.get("idempotency-key");
  if (given === null) return null;
  const key = /^"(.*)"$/.exec(given)?.[1] ?? given;
  if (key.length === 0 || key.length > LONGEST_KEY) {
    throw problem(422, "invalid_idempotency_key", `the Idempotency-Key has 1 to ${LONGEST_KEY} characters`);
  }
  return key;
}
