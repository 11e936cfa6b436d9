import { readNumber } from "./read.ts";

/** Digits as WhatsApp may have a person under, whether or not a country has the number. */
const DIGITS = /^\+?(\d{1,20})$/;

/**
 * The digits under which the number that is meant may be stored, the likeliest first: as it is read, and as the digits
 * are, which is how the API writes numbers and how WhatsApp names people. None for a text that is not one number.
 */
export function storedDigits(written: string, country: string | null): string[] {
  const read = readNumber(written, country);
  const number = read.kind === "one" && read.beside === "" ? read.number.slice(1) : undefined;
  const asGiven = DIGITS.exec(written.trim())?.[1];
  return [...new Set([number, asGiven].filter((digits) => digits !== undefined))];
}
