import { allOf, type Choice, choose, type Written } from "./candidates.ts";
import { withPlainDigits } from "./digits.ts";
import { type Country, isCountry, lacksAreaCode } from "./metadata.ts";
import { unwrap } from "./unwrap.ts";

/** A longer text is no number, even as a link with a text, or as several numbers in a cell. */
const LONGEST = 250;
/** The characters that a number is written with; letters, as in 1-800-FLOWERS, are not read. */
const WRITTEN = /^[([]?\s*\+?[\s\d().[\]\-‐-―−/·_~]+$/;
/** Meta's user id of a person, whose digits are nobody's number: `US.13491208655302741918`. */
const USER_ID = /^\s*[A-Z]{2}\.(ENT\.)?(?=[A-Z]*\d)[A-Z0-9]{1,128}\s*$/i;
const LONGEST_NATIONAL = 12;
/** Separators of two numbers; a slash or a dash can stand within one, too. */
const BETWEEN =
  /\s*(?:[;,|\n\r]|:::|&|\s(?:or|oder|ou|o|und|and|et|e|y|ve)\s|\/|\s[-–—]\s|(?<=\d)\s*(?=\+))\s*/iu;

/** The reading of a text: one number, several, or none. */
export type NumberRead =
  | {
      kind: "one";
      /** E.164: `+14155550123`. */
      number: string;
      /** Another number that the same digits could be; the country spoke for this one. */
      other: string | null;
      /** Words or an extension beside the number, which are not part of it; empty without any. */
      beside: string;
    }
  | { kind: "several"; numbers: string[] }
  | { kind: "none"; why: WhyNone; could: string[] };

/**
 * Why a text is no number: `not_assigned` is one that no country has, `incomplete` one without its area code, `other_code`
 * one that does not fit the code beside it; `ambiguous`
 * could be several.
 */
export type WhyNone =
  | "not_a_number"
  | "user_id"
  | "no_country"
  | "not_assigned"
  | "incomplete"
  | "other_code"
  | "ambiguous"
  | "shortened";

/**
 * Reads a phone number as a person wrote it or a program exported it. `country` (ISO 3166-1, two letters) is the one that
 * it was written in; null: only numbers with their country code are read. Takes only what can be read as exactly one
 * number: nothing is guessed, no digit is added or left out.
 */
export function readNumber(written: string, country: string | null): NumberRead {
  if (written.length > LONGEST) return nothing("not_a_number");
  if (USER_ID.test(withPlainDigits(written))) return nothing("user_id");
  const known = country !== null && isCountry(country) ? country : null;
  const whole = readOne(written, known);
  if (whole.kind === "one") return whole;
  const parts = written.split(BETWEEN).filter((part) => part !== "");
  if (parts.length < 2 || parts.length > 10) return whole;
  return readSeveral(parts, known) ?? whole;
}

/** The E.164 form of a text that is exactly one number with nothing beside it; null for any other. */
export function numberIn(written: string, country: string | null): string | null {
  const read = readNumber(written, country);
  return read.kind === "one" && read.beside === "" ? read.number : null;
}

function nothing(why: WhyNone, could: string[] = []): NumberRead {
  return { kind: "none", why, could };
}

function readSeveral(parts: readonly string[], country: Country | null): NumberRead | null {
  const found = parts.filter((part) => /\p{Nd}/u.test(part)).map((part) => readOne(part, country));
  const numbers = found.flatMap((one) => (one.kind === "one" ? [one.number] : []));
  const [first] = found;
  if (first?.kind !== "one" || numbers.length < found.length) return null;
  if (found.length === 1) return { ...first, beside: first.beside || "…" };
  return new Set(numbers).size === 1 ? first : { kind: "several", numbers: [...new Set(numbers)] };
}

function readOne(written: string, country: Country | null): NumberRead {
  const { text, beside, isDecimal, isShortened } = unwrap(written);
  if (isShortened) return nothing("shortened");
  if (!WRITTEN.test(text)) return nothing("not_a_number");
  const groups = text.match(/\d+/g) ?? [];
  const form = { groups, hasSign: text.includes("+"), isDecimal };
  const tail = gluedTail(text, form, country);
  if (tail !== null) return nothing("ambiguous", tail);
  const choice = choose(form, country);
  if (choice !== null) return { kind: "one", ...choice, beside };
  return refusalOf(form, country);
}

function refusalOf(form: Written, country: Country | null): NumberRead {
  const digits = form.groups.join("");
  if (!form.hasSign && country !== null && lacksAreaCode(digits, country)) return nothing("incomplete");
  const could = allOf(form, country);
  if (could.length > 1) return nothing("ambiguous", could);
  const size = digits.length;
  if (size < 5 || size > 17) return nothing("not_a_number");
  const isNational = !form.hasSign && size <= LONGEST_NATIONAL;
  return nothing(country === null && isNational ? "no_country" : "not_assigned");
}

/**
 * The numbers that a text could be whose last digits stand apart: `1234567/68`, `23456783 (1)`, `23456789 2`. They may be
 * an extension, the end of a second number, or a count, and a person would ask. Null when they do not stand apart.
 */
function gluedTail(
  text: string,
  { groups, hasSign, isDecimal }: Written,
  country: Country | null,
): string[] | null {
  const last = groups.at(-1) ?? "";
  const before = groups.at(-2) ?? "";
  const mark = /([/(\s])\s*\d+\)?\s*$/.exec(text)?.[1];
  const stands =
    (mark === "/" && last.length <= 3) ||
    (mark === "(" && last.length <= 3) ||
    (mark !== undefined && last.length <= 2 && before.length >= 5);
  if (!stands || groups.length < 2) return null;
  const without = choose({ groups: groups.slice(0, -1), hasSign, isDecimal }, country);
  if (without === null) return null;
  return mark === "/" ? [without.number, second(without, last)] : [without.number];
}

/** The other number of `…67/68`: as long, with the last digits in place of its own. */
function second({ number }: Choice, last: string): string {
  return number.slice(0, -last.length) + last;
}
