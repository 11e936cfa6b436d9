import { getCountryCallingCode } from "libphonenumber-js/max";
import {
  type Country,
  canBeNew,
  dialled,
  international,
  isKnown,
  isLocallyShort,
  isMobile,
  isOrdinarilyLong,
  isShortLandline,
  knownWithCode,
  withoutExitCode,
} from "./metadata.ts";
import { isPlainlyAssigned } from "./plans.ts";

type Number = NonNullable<ReturnType<typeof international>>;

/** The number that digits are taken for, and another one that they could be. */
export type Choice = { number: string; other: string | null };

/** Groups of digits, whether a sign for the country code is before them, and whether they are a decimal number. */
export type Written = { groups: readonly string[]; hasSign: boolean; isDecimal: boolean };

/**
 * The number that written digits are. With a sign or an exit code, that is the number with its country code. Without
 * one, the country's own numbers come first, whether or not they have its code before them; digits that are none of these
 * are a foreign number with its code. Null when they are no number, or could be two.
 */
export function choose(written: Written, country: Country | null): Choice | null {
  const digits = written.groups.join("");
  if (written.hasSign) return complete(digits);
  if (country === null) return withoutCountry(digits);
  const own = ownNumber(written, country);
  const abroad = own === null ? dialledAbroad(written, country) : [];
  if (abroad.length > 0) return abroad.length === 1 ? known(abroad[0]) : null;
  const foreign = digits.startsWith("0") ? undefined : knownWithCode(digits);
  if (own === null || isShortLandline(own.number, digits))
    return isLocallyShort(digits) ? null : known(foreign);
  if (foreign === undefined || foreign.number === own.number.number)
    return { number: own.number.number, other: likely(own.other) };
  return ownOrForeign(own.number, foreign, written);
}

/** The numbers that digits could be, whatever speaks for one of them. */
export function allOf({ groups, hasSign }: Written, country: Country | null): string[] {
  const digits = groups.join("");
  const found = [
    hasSign || country === null ? undefined : valid(dialled(digits, country)),
    digits.startsWith("0") ? undefined : valid(international(digits)),
  ];
  return [...new Set(found.flatMap((number) => number?.number ?? []))];
}

function known(number: Number | undefined): Choice | null {
  return number === undefined ? null : { number: number.number, other: null };
}

/** What digits with their country code are taken for. */
function complete(digits: string): Choice | null {
  return isPlainlyAssigned(digits) ? { number: `+${digits}`, other: null } : known(withCode(digits));
}

/** The number of digits that begin with the country code. Of one in a range that is not known no digit may be left out. */
function withCode(digits: string): Number | undefined {
  const number = international(digits);
  if (number === undefined || isKnown(number)) return number;
  return canBeNew(number) && number.number === `+${digits}` ? number : undefined;
}

function valid(number: Number | undefined): Number | undefined {
  return number !== undefined && isKnown(number) ? number : undefined;
}

/**
 * Without a country, 00 leads abroad, as it does almost everywhere, and any other 0 is a country's own. So few digits that
 * their country code may be missing have to be a number that is known.
 */
function withoutCountry(digits: string): Choice | null {
  const abroad = digits.replace(/^00/, "");
  if (abroad === digits && isLocallyShort(digits)) return known(knownWithCode(digits));
  return abroad.startsWith("0") ? null : complete(abroad);
}

/** The numbers behind the digits that lead abroad: the country's, such as 011, and 00, which is written everywhere. */
function dialledAbroad({ groups }: Written, country: Country): Number[] {
  const digits = groups.join("");
  const usual = digits.startsWith("00") ? digits.slice(2) : null;
  const rests = [groups[0] === "00" ? usual : withoutExitCode(digits, country), usual];
  const numbers = rests.flatMap((rest) => (rest === null ? [] : (valid(international(rest)) ?? [])));
  const [only] = rests;
  // a range that is too new to be known has to be where the country's own digits lead
  if (numbers.length === 0 && rests[0] === rests[1] && only) return [withCode(only) ?? []].flat();
  return numbers.filter((one, index) => numbers.findIndex(({ number }) => number === one.number) === index);
}

/** The country's own number, which may have its code before it: 49 1512 3456789 in Germany. */
function ownNumber(
  { groups }: Written,
  country: Country,
): { number: Number; other: Number | undefined } | null {
  const digits = groups.join("");
  const code = getCountryCallingCode(country);
  const withCode = digits.startsWith(code) ? knownWithCode(digits) : undefined;
  const asDialled = valid(dialled(digits, country));
  if (asDialled !== undefined && asDialled.countryCallingCode !== code) return null;
  if (withCode === undefined || asDialled === undefined || withCode.number === asDialled.number) {
    const number = withCode ?? asDialled;
    return number === undefined ? null : { number, other: undefined };
  }
  const isCode = groups[0] === code || isMobile(withCode) || !isMobile(asDialled);
  return isCode ? { number: withCode, other: asDialled } : { number: asDialled, other: withCode };
}

/** Whose number it is when it exists in both countries. */
function ownOrForeign(own: Number, foreign: Number, written: Written): Choice | null {
  const first = { number: own.number, other: foreign.number };
  const second = { number: foreign.number, other: likely(own) };
  if (!isMobile(own) && !isOrdinarilyLong(own)) return isMobile(foreign) ? second : null;
  if (looksForeign(own, foreign, written)) return second;
  // programs that make decimal numbers do so with and without country codes
  return written.isDecimal ? null : first;
}

/** Whether a number is grouped as one with that country's code, and not as the own country groups it. */
function looksForeign(own: Number, foreign: Number, { groups }: Written): boolean {
  if (groups.length < 2 || groups[0] !== foreign.countryCallingCode) return false;
  const [asOwn, asForeign] = [
    own.formatNational({ nationalPrefix: false }),
    foreign.formatInternational(),
  ].map((text) => text.match(/\d+/g) ?? []);
  // an area code may have the same digits as a country code
  return asOwn?.[0] !== groups[0] || (isSame(asForeign, groups) && !isSame(asOwn, groups));
}

function isSame(one: readonly string[] | undefined, other: readonly string[]): boolean {
  return one?.join(" ") === other.join(" ");
}

/** A number that a person would think of, too. */
function likely(number: Number | undefined): string | null {
  return number !== undefined && (isMobile(number) || isOrdinarilyLong(number)) ? number.number : null;
}
