import { readNumber } from "../phone-numbers/read.ts";
import { onlyNumber } from "../phone-numbers/refusal.ts";
import { problem } from "./problem.ts";

/** The digits of a field that is a phone number with its country code. Throws 422 for what is not exactly one. */
export function digitsAt(path: string, given: string): string {
  const read = onlyNumber(readNumber(given, null), given, null);
  if ("number" in read) return read.number.slice(1);
  const { refusal: message } = read;
  throw problem(422, "invalid_request", `${path}: ${message}`, { errors: [{ path, message }] });
}
