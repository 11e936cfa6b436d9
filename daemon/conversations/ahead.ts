import { type Problem, problem } from "../http/problem.ts";

/** How far ahead a time may be, as it is said. */
type Longest = { ms: number; words: string };

/** Throws 422 where a time that somebody gives as `field` is over, or too far ahead. */
export function checkAhead(field: string, time: string, longest: Longest, now = Date.now()): void {
  const ahead = Date.parse(time) - now;
  if (!(ahead > 0)) throw refusedTime(field, "is in the past; give a time that is ahead");
  if (ahead > longest.ms)
    throw refusedTime(field, `is more than ${longest.words} ahead; give an earlier time`);
}

/** The response about a time that can't be. */
export function refusedTime(field: string, message: string): Problem {
  const path = `/${field}`;
  return problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
