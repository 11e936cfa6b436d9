import { SPANS } from "../../db/functions/limits.ts";
import { invalidField, moment } from "./accept/send-fields.ts";

/** When a message ends; one of the two, or neither. */
export type GivenEnd = { expires_at?: string; ttl_seconds?: number };

/** The longest span from when a message is due to its end. */
export const LONGEST_LIFE_SECONDS = 30 * 24 * 3600;

/** The end that a message was given, of one that is due at `due`; null when it was given none. Throws problems. */
export function ownEnd({ expires_at, ttl_seconds }: GivenEnd, due: string): string | null {
  if (expires_at === undefined) return ttl_seconds === undefined ? null : after(due, ttl_seconds);
  if (ttl_seconds !== undefined) throw invalidField("/ttl_seconds", "can't be combined with expires_at");
  const at = moment(expires_at, "/expires_at");
  if (at <= Date.parse(due))
    throw invalidField("/expires_at", `the message is due at ${due}; this has to be later`);
  if (at > Date.parse(due) + LONGEST_LIFE_SECONDS * 1000)
    throw invalidField("/expires_at", `at most 30 days after the message is due, which is at ${due}`);
  return new Date(at).toISOString();
}

/** The end of a message that was given none. */
export function usualEnd(due: string): string {
  return after(due, SPANS.usual_life);
}

function after(moment: string, seconds: number): string {
  return new Date(Date.parse(moment) + seconds * 1000).toISOString();
}
