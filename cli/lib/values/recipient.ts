import { readNumber } from "../../../daemon/phone-numbers/read.ts";
import { onlyNumber } from "../../../daemon/phone-numbers/refusal.ts";
import { usageFailure } from "../failures/failure.ts";

/**
 * A phone number as the API wants it: digits only, country code first. A WhatsApp address such as `…@g.us` stays as it
 * is. Throws a usage failure for a text that is not exactly one number.
 */
export function normalizeRecipient(text: string): string {
  const given = text.trim();
  const read = onlyNumber(readNumber(given, null), given, null);
  if ("number" in read) return read.number.slice(1);
  if (/^\S+@\S+$/.test(given)) return given;
  throw usageFailure(read.refusal.startsWith("is ") ? `'${text}' ${read.refusal}` : read.refusal);
}
