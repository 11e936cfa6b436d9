import {
  type CountryCode,
  getExampleNumber,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js/max";
import examples from "libphonenumber-js/mobile/examples";

/** A country whose numbers are known (ISO 3166-1, two letters). */
export type Country = CountryCode;

/** Whether this country's numbers can be read. */
export function isCountry(code: string): code is Country {
  return isSupportedCountry(code);
}

/** A number with its country code, from its digits; undefined when no country has the code. */
export function international(digits: string): PhoneNumber | undefined {
  return parsePhoneNumberFromString(`+${digits}`, { extract: false });
}

/** The digits as they are dialled in a country. */
export function dialled(digits: string, country: Country): PhoneNumber | undefined {
  return parsePhoneNumberFromString(digits, { defaultCountry: country, extract: false });
}

/** Whether a number is in a range that mobile phones have, of which some are shared with landlines. */
export function isMobile(number: PhoneNumber): boolean {
  const type = number.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE";
}

/** The same of its E.164 form. */
export function isMobileNumber(e164: string): boolean {
  const number = international(e164.slice(1));
  return number !== undefined && isMobile(number);
}

/**
 * Numbers that people still have on WhatsApp though their country's plan has changed: Mexico's with a 1 (until 2019) and
 * Benin's of eight digits (until 2024).
 */
const OLDER = /^(?:521\d{10}|229[24-9]\d{7})$/;

/** Whether a number is in a range that is assigned, or was until lately. */
export function isKnown(number: PhoneNumber): boolean {
  return number.isValid() || OLDER.test(number.number.slice(1));
}

/** Whether a number that is not known could be in a range that is too new: those are rarely longer than mobile numbers. */
export function canBeNew(number: PhoneNumber): boolean {
  return number.isPossible() && isOrdinarilyLong(number);
}

/** Whether a number is no longer than a mobile number of its country: some plans allow landlines of up to 15 digits. */
export function isOrdinarilyLong(number: PhoneNumber): boolean {
  const country = number.country ?? number.getPossibleCountries()[0];
  const example = country === undefined ? undefined : getExampleNumber(country, examples);
  return number.nationalNumber.length <= (example?.nationalNumber.length ?? LONGEST);
}

const LONGEST = 12;

/** The digits behind a country's exit code (00, 011, 0011, …); null without them. */
export function withoutExitCode(digits: string, country: Country): string | null {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const code = metadata.numberingPlan?.IDDPrefix();
  const found = code === undefined ? null : new RegExp(`^(?:${code})`).exec(digits);
  return found === null ? null : digits.slice(found[0].length);
}
