import { beginningOf } from "../lib/characters.ts";
import { isMobileNumber } from "./metadata.ts";
import type { NumberRead } from "./read.ts";

/** How the refusal of a text names what to do; a text is shown as far as this. */
const SHOWN = 40;
const WITH_CODE = "write it with its country code, such as +14155550123";

/** The only number in a text, or why it is not taken and how to mend that, as the end of a sentence about the field. */
export type OneNumber = { number: string } | { refusal: string };

/**
 * Requires exactly one number with nothing beside it. Nobody is shown what digits were taken for, so those that are
 * mobile numbers of two countries are refused, too.
 */
export function onlyNumber(read: NumberRead, written: string, country: string | null): OneNumber {
  if (read.kind !== "one") return { refusal: whyRefused(read, written, country) };
  const { other } = read;
  if (other !== null && isMobileNumber(other)) {
    const ambiguous: NumberRead = { kind: "none", why: "ambiguous", could: [read.number, other] };
    return { refusal: whyRefused(ambiguous, written, country) };
  }
  if (read.beside === "") return read;
  return { refusal: `${quoted(written)} has more than a number; write ${read.number}` };
}

/** Why a text is not taken as one number, and how to mend that. */
export function whyRefused(
  read: Exclude<NumberRead, { kind: "one" }>,
  written: string,
  country: string | null,
): string {
  if (read.kind === "several")
    return `${quoted(written)} is several numbers; write one of ${listed(read.numbers)}`;
  switch (read.why) {
    case "not_a_number":
      return `is not a phone number; ${WITH_CODE}`;
    case "user_id":
      return `${quoted(written)} is a user id of WhatsApp, and no phone number; give it as one: a message's recipient, a contact's bsuid`;
    case "no_country":
      return `${quoted(written)} has no country code; ${WITH_CODE}`;
    case "incomplete":
      return `${quoted(written)} lacks its area code; write it with the area code, or with its country code, such as +14155550123`;
    case "other_code":
      return `${quoted(written)} is no number with the code that stands beside it; correct one of them, or let the column of the code be ignored`;
    case "ambiguous":
      return `${quoted(written)} could be ${listed(read.could)}; write the one that it is`;
    case "shortened":
      return SHORTENED;
    case "not_assigned":
      return `${quoted(written)} is no number that ${country ?? "any country"} has; ${WITH_CODE}`;
  }
}

/** Why a number that a program cut down is not taken. */
const SHORTENED =
  "the spreadsheet program shortened this number and its last digits are lost; format the column as text or as a number without decimals and save the file again, or import the .xlsx or .ods file itself, which has all digits";

function quoted(written: string): string {
  const text = written.trim().replace(/\s+/g, " ");
  return `"${text.length > SHOWN ? `${beginningOf(text, SHOWN)}…` : text}"`.toWellFormed();
}

function listed(numbers: readonly string[]): string {
  return numbers.slice(0, 5).join(" or ");
}
