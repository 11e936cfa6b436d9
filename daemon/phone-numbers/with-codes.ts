import { getCountryCallingCode } from "libphonenumber-js/max";
import { mainCountryOf } from "./country.ts";
import { withPlainDigits } from "./digits.ts";
import { international, isCountry, isMobile } from "./metadata.ts";
import { type NumberRead, readNumber } from "./read.ts";

/** What stands in columns of their own beside a number. */
export type Codes = {
  /** The code of its country. */
  dial?: string;
  /** The code of its area. */
  area?: string;
  /** What is in `area` may be the code of a country, too: a "prefix". */
  isEither?: boolean;
};

type One = Extract<NumberRead, { kind: "one" }>;

/** Calling codes of countries whose mobile numbers have an area code. */
const MOBILE_WITH_AREA = ["1", "52", "54", "55"];
const REFUSED: NumberRead = { kind: "none", why: "other_code", could: [] };

/**
 * Reads a number together with the codes that stand beside it. One that has its country code is taken as it is; of one
 * that does not fit the codes nothing is guessed.
 */
export function readWithCodes(written: string, codes: Codes, country: string | null): NumberRead {
  const [dial, area] = [codeIn(codes.dial), codeIn(codes.area)];
  if (hasCountryCode(written) || (dial === "" && area === "")) return readNumber(written, country);
  if (/^(?:\+|00)/.test(area)) return readInCountry(written, area);
  if (area === "") return readInCountry(written, dial);
  if (dial !== "") return readInArea(written, area, countryOfCode(dial));
  const inArea = readInArea(written, area, country);
  return codes.isEither ? eitherOf(inArea, readInCountry(written, area)) : inArea;
}

/** The digits of a cell with a code, behind the sign that it may have: `DE (+49)`, `0049`, `44.0`. */
function codeIn(text = ""): string {
  const plain = withPlainDigits(text).replace(/\.0+$/, "");
  return (/\+?\s*\d[\d\s().-]*/.exec(plain)?.[0] ?? "").replace(/[^\d+]/g, "");
}

function hasCountryCode(written: string): boolean {
  return /^[^\p{Nd}]{0,20}(?:\+|00[1-9])|wa\.me|whatsapp|@/iu.test(withPlainDigits(written));
}

/** The country of a dial code, which may have an area's digits behind it: `1-876`. */
function countryOfCode(code: string): string | null {
  const digits = withoutSign(code);
  return [1, 2, 3].map((length) => mainCountryOf(digits.slice(0, length))).find((found) => found) ?? null;
}

function withoutSign(code: string): string {
  return code.replace(/^(?:\+|00)+/, "");
}

function readInCountry(written: string, code: string): NumberRead {
  const country = countryOfCode(code);
  if (country === null) return REFUSED;
  const read = readNumber(written, country);
  if (read.kind === "none" && read.why !== "incomplete") return read;
  if (fits(read, withoutSign(code))) return certain(read);
  const joined = readNumber(`+${withoutSign(code)} ${written}`, null);
  return read.kind === "none" && joined.kind === "one" ? joined : read.kind === "none" ? read : REFUSED;
}

function fits(read: NumberRead, digits: string): boolean {
  if (read.kind === "several") return read.numbers.every((number) => number.startsWith(`+${digits}`));
  return read.kind === "one" && read.number.startsWith(`+${digits}`);
}

/** The codes say what digits alone would leave open. */
function certain(read: NumberRead): NumberRead {
  return read.kind === "one" ? { ...read, other: null } : read;
}

function readInArea(written: string, area: string, country: string | null): NumberRead {
  const alone = readNumber(written, country);
  if (country === null) return alone.kind === "one" ? REFUSED : alone;
  const own = ofCountry(alone, country);
  if (own !== null && /^\D*0/.test(written)) return certain(own);
  const joined = [area, `0${area}`].map((code) =>
    ofCountry(readNumber(code + written.trim(), country), country),
  );
  const whole = joined.find((one) => one !== null) ?? null;
  const isWhole = own !== null && hasArea(own, area);
  if (whole !== null && isWhole && own.number !== whole.number)
    return { kind: "none", why: "ambiguous", could: [own.number, whole.number] };
  if (whole !== null) return certain(whole);
  return isWhole || (own !== null && isWithoutArea(own))
    ? certain(own)
    : alone.kind === "none"
      ? alone
      : REFUSED;
}

function ofCountry(read: NumberRead, country: string): One | null {
  if (read.kind !== "one") return null;
  return isCountry(country) && read.number.startsWith(`+${getCountryCallingCode(country)}`) ? read : null;
}

function hasArea({ number }: One, area: string): boolean {
  return international(number.slice(1))?.nationalNumber.startsWith(area.replace(/^0+/, "")) === true;
}

/** Whether it is a mobile number of a country where those have no area code. */
function isWithoutArea({ number }: One): boolean {
  const read = international(number.slice(1));
  return read !== undefined && isMobile(read) && !MOBILE_WITH_AREA.includes(read.countryCallingCode);
}

function eitherOf(one: NumberRead, other: NumberRead): NumberRead {
  if (one.kind !== "one" || other.kind !== "one") return one.kind === "one" ? one : other;
  return one.number === other.number
    ? one
    : { kind: "none", why: "ambiguous", could: [one.number, other.number] };
}
