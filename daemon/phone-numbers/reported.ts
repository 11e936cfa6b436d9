import { numberIn } from "./read.ts";

/** A number with its country code (E.164), as platforms write them; services such as 112 have less digits. */
const E164 = /^\+?([1-9]\d{6,14})$/;
/** What a link to a number begins with; other letters are of something else. */
const SCHEME = /^(?:tel|whatsapp):/i;

/**
 * The digits of a number that a platform names, or a person noted in their address book; null for what is not wholly a
 * number with its country code, such as a user id, `*100#` or `1-800-FLOWERS`: their digits are somebody else's number.
 */
export function reportedDigits(written: unknown): string | null {
  if (typeof written !== "string" && typeof written !== "number") return null;
  const text = String(written).trim().replace(SCHEME, "");
  if (/\p{L}|^\p{Pd}|\p{Pd}$/u.test(text)) return null;
  return E164.exec(text)?.[1] ?? numberIn(text, null)?.slice(1) ?? null;
}
