import { usageFailure } from "../failures/failure.ts";

/**
 * A phone number as the API wants it: digits only, country code first.
 * Spaces, dashes, dots, brackets and a leading + or 00 are taken off; what is
 * not a phone number (a WhatsApp address such as `…@g.us`) stays as it is.
 */
export function normalizeRecipient(text: string): string {
  const trimmed = text.trim();
  if (!/^\+?[\d\s().-]+$/.test(trimmed)) {
    if (/^\S+@\S+$/.test(trimmed)) return trimmed;
    throw usageFailure(
      `'${text}' is not a phone number`,
      "Write the country code and the number: 4915112345678.",
    );
  }
  const digits = trimmed.replace(/\D/g, "").replace(/^00/, "");
  if (digits.length >= 5 && digits.length <= 20) return digits;
  throw usageFailure(
    `'${text}' is not a phone number`,
    "Write the country code and the number: 4915112345678.",
  );
}
