import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import metadata from "libphonenumber-js/max/metadata";

/** The country of a number with its `+`, by two letters; null where its beginning says none. */
export function countryOf(phoneNumber: string): string | null {
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false });
  return number?.country ?? (number === undefined ? null : mainCountryOf(number.countryCallingCode));
}

/** The country with a calling code, or the largest of those that share it. */
export function mainCountryOf(callingCode: string): string | null {
  return metadata.country_calling_codes[callingCode]?.[0] ?? null;
}
