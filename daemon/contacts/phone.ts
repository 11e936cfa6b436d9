import {
  type CountryCode,
  isSupportedCountry,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from "libphonenumber-js";

/** A longer text is not a phone number, even with a sign, spaces, brackets and an extension. */
const LONGEST = 40;
/** The characters a number may be written with; letters, as in 1-800-FLOWERS, are not read. */
const WRITTEN = /^\+?[\d\s().\-\u2010-\u2015/]+$/;
/** Direction marks, which phones put around a number that is copied. */
const UNSEEN = /\p{Cf}/gu;

/**
 * The E.164 form of a phone number (`+14155550123`), or null when it cannot be one. `country`
 * (ISO 3166-1, two letters) is the country of national numbers.
 *
 * Bare digits are read as the API writes numbers, country code first, and as a national number
 * only if that fails; numbers with a trunk prefix, brackets or spaces are tried the other way
 * round. Numbers of the right length in ranges that are not assigned yet are accepted too, but
 * last.
 */
export function parsePhone(given: string, country: string | null): string | null {
  if (given.length > LONGEST) return null;
  const text = given.normalize("NFKC").replace(UNSEEN, "").trim();
  if (!WRITTEN.test(text)) return null;
  const readings = readingsOf(text, country).filter((one) => one !== undefined);
  const best = readings.find((one) => one.isValid()) ?? readings.find((one) => one.isPossible());
  return best?.number ?? null;
}

/** Whether this country's numbers can be parsed. */
export function isCountry(code: string): boolean {
  return isSupportedCountry(code);
}

/** The possible readings of a number, the likeliest first. */
function readingsOf(text: string, country: string | null): (PhoneNumber | undefined)[] {
  const national = () => (country === null ? undefined : parse(text, country));
  if (text.startsWith("+")) return [parse(text, null)];
  const digits = text.replace(/\D/g, "");
  if (digits.startsWith("00")) return [parse(`+${digits.slice(2)}`, null), national()];
  if (digits.startsWith("0")) return [national()];
  const international = parse(`+${digits}`, null);
  return /^\d+$/.test(text) ? [international, national()] : [national(), international];
}

function parse(text: string, country: string | null): PhoneNumber | undefined {
  return parsePhoneNumberFromString(text, {
    ...(country === null ? {} : { defaultCountry: country as CountryCode }),
    extract: false,
  });
}
