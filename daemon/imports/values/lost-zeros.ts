import {
  type CountryCode,
  getCountryCallingCode,
  parsePhoneNumberFromString,
} from "libphonenumber-js/mobile";

/** What a number of North America looks like without its sign. */
const LIKE_AMERICAN = /^1\d{10}$/;

/**
 * A mobile number of the country that could be one of North America, with its country code; any other text as it is.
 * Spreadsheet programs take the zero off the front of 01512 3456789, and +1 512 345 6789 would be somebody in Texas.
 */
export function restoreZero(text: string, country: string | null): string {
  if (country === null || !LIKE_AMERICAN.test(text)) return text;
  const defaultCountry = country as CountryCode;
  if (getCountryCallingCode(defaultCountry) === "1") return text;
  const mobile = parsePhoneNumberFromString(text, { defaultCountry, extract: false });
  return mobile?.country === country && mobile.isValid() ? mobile.number : text;
}
