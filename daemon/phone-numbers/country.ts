import { parsePhoneNumberFromString } from "libphonenumber-js/max";

/** Whose numbers share a calling code with others': the largest of each. */
const OF_CALLING_CODE: Readonly<Record<string, string>> = { "1": "US", "7": "RU", "44": "GB", "39": "IT" };

/** The country of a number with its `+`, by two letters; null where its beginning says none. */
export function countryOf(phoneNumber: string): string | null {
  const number = parsePhoneNumberFromString(phoneNumber, { extract: false });
  if (number === undefined) return null;
  return (
    number.country ?? OF_CALLING_CODE[number.countryCallingCode] ?? number.getPossibleCountries()[0] ?? null
  );
}
