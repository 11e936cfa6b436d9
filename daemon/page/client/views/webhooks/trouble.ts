import { time } from "../../../languages/forms.ts";
import { WEBHOOKS } from "../../view-words.ts";
import { WORDS } from "../../words.ts";
import type { Delivery, Endpoint } from "./states.ts";

/** So many of the last attempts are looked at, and fewer say nothing of a share. */
export const LOOKED_AT = 30;
const FEW = 6;

type Fares = Pick<Endpoint, "enabled" | "failing_since" | "resumes_at">;

/** What is wrong with an endpoint, in words, given its last attempts once they are read; null where nothing is. */
export function troubleOf(
  { enabled, failing_since, resumes_at }: Fares,
  attempts: readonly Pick<Delivery, "status">[] | undefined,
): string | null {
  if (!enabled) return null;
  if (resumes_at !== null) return WORDS.restsUntil(time(resumes_at, "exact"));
  if (failing_since !== null) return WEBHOOKS.failsSince(time(failing_since, "exact"));
  if (attempts === undefined) return null;
  if (attempts.length === 0) return WEBHOOKS.neverCalled;
  const over = attempts.filter(({ status }) => status !== "pending");
  const failed = over.filter(({ status }) => status !== "succeeded").length;
  return over.length >= FEW && failed * 3 >= over.length ? WEBHOOKS.oftenFails(failed, over.length) : null;
}
