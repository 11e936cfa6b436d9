import { isEmailAddress } from "../../contacts/fields.ts";
import { whyRefused } from "../../phone-numbers/refusal.ts";
import { type Codes, readWithCodes } from "../../phone-numbers/with-codes.ts";

/** A number without a country code that is one of two countries': what was written, and both of them. */
export type Doubtful = { written: string; taken: string; other: string };

/** The content of a cell: its values, and whether there is more in it than these; or why it can't be read. */
export type CellRead = { values: string[]; hasMore: boolean; doubtful?: Doubtful } | { fault: string };

/**
 * The phone numbers in a cell, in E.164, with the codes that stand beside it; `country` is the one of those without a
 * country code.
 */
export function readPhones(text: string, codes: Codes, country: string | null): CellRead {
  const read = readWithCodes(text, codes, country);
  if (read.kind === "several") return { values: read.numbers, hasMore: false };
  if (read.kind === "none") return { fault: faultOf(whyRefused(read, text, country), read.why) };
  const { number, other, beside } = read;
  const found = { values: [number], hasMore: beside !== "" };
  return other === null ? found : { ...found, doubtful: { written: text, taken: number, other } };
}

function faultOf(why: string, code: string): string {
  return code === "no_country" ? why.replace(/;.*$/, ". Name its country: --country DE") : why;
}

/** Separators of addresses in a cell. */
const BETWEEN = /(?:\s*:::\s*|[\s,;|<>]+|mailto:)+/i;

/** The e-mail addresses in a cell. */
export function readEmails(text: string): CellRead {
  const parts = text.split(BETWEEN).filter((part) => part !== "");
  const values = [...new Set(parts.filter(isEmailAddress))];
  if (values.length === 0) return { fault: "is not an email address" };
  return { values, hasMore: parts.some((part) => !isEmailAddress(part)) };
}
