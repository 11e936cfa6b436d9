import {
  type CountryCode,
  getCountryCallingCode,
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
/** WhatsApp's ids of people in Brazil, whose numbers have a 9 more since 2016; people write them with it. */
const BRAZILIAN_ID = /^55[1-9]{2}[6-9]\d{7}$/;

/** Whether a number is in a range that is assigned, or was until lately. */
export function isKnown(number: PhoneNumber): boolean {
  return number.isValid() || OLDER.test(number.number.slice(1));
}

/** The number of digits that begin with a country code, if it is known. */
export function knownWithCode(digits: string): PhoneNumber | undefined {
  const number = international(digits);
  return number !== undefined && (isKnown(number) || BRAZILIAN_ID.test(digits)) ? number : undefined;
}

/** Whether a number that is not known could be in a range that is too new: those are rarely longer than mobile numbers. */
export function canBeNew(number: PhoneNumber): boolean {
  return number.isPossible() && isOrdinarilyLong(number);
}

/** Whether a number is no longer than a mobile number of its country: some plans allow landlines of up to 15 digits. */
export function isOrdinarilyLong(number: PhoneNumber): boolean {
  return number.nationalNumber.length <= mobileLength(number);
}

function mobileLength(number: PhoneNumber): number {
  const country = number.country ?? number.getPossibleCountries()[0];
  const example = country === undefined ? undefined : getExampleNumber(country, examples);
  return example?.nationalNumber.length ?? LONGEST;
}

const LONGEST = 12;

/** So long are the numbers that people leave an area code out of; hardly any with a country code is as short. */
const LONGEST_LOCAL = 9;
/** So many digits fewer than a mobile number has leave no room for an area code. */
const AREA_DIGITS = 3;
/** Whether an area code makes digits a number, by their country, length and beginning. */
const completed = new Map<string, boolean>();

/** Whether digits are too few to be a number with its country code. */
export function isLocallyShort(digits: string): boolean {
  return digits.length <= LONGEST_LOCAL;
}

/** Whether digits that a country may have as a landline are so few that their area code is likelier to be missing. */
export function isShortLandline(number: PhoneNumber, digits: string): boolean {
  if (!isLocallyShort(digits) || number.nationalNumber !== digits || number.getType() !== "FIXED_LINE")
    return false;
  if (number.country === undefined || digits.length > mobileLength(number) - AREA_DIGITS) return false;
  // elsewhere a 0 is part of the number, and there are no area codes
  return dialled(`0${digits}`, number.country)?.nationalNumber === digits;
}

/** Whether digits are a country's number without its area code. */
export function lacksAreaCode(digits: string, country: Country): boolean {
  if (!isLocallyShort(digits) || digits.length < 5 || digits.startsWith("0")) return false;
  const key = `${country} ${digits.length} ${digits.slice(0, 2)}`;
  const known = completed.get(key) ?? areaCodes().some((code) => isOwn(code + digits, country));
  completed.set(key, known);
  return known;
}

function isOwn(national: string, country: Country): boolean {
  const number = international(getCountryCallingCode(country) + national);
  return (
    number !== undefined && number.nationalNumber === national && isKnown(number) && isOrdinarilyLong(number)
  );
}

/** Every number of one to three digits that an area code may be. */
function areaCodes(): string[] {
  return Array.from({ length: 999 }, (_, index) => String(index + 1));
}

/** The digits behind a country's exit code (00, 011, 0011, …); null without them. */
export function withoutExitCode(digits: string, country: Country): string | null {
  const metadata = new Metadata();
  metadata.selectNumberingPlan(country);
  const code = metadata.numberingPlan?.IDDPrefix();
  const found = code === undefined ? null : new RegExp(`^(?:${code})`).exec(digits);
  return found === null ? null : digits.slice(found[0].length);
}
