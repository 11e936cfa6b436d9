import { beginningOf } from "../lib/characters.ts";
import { type Static, Type } from "../lib/typebox.ts";
import { type NumberRead, readNumber } from "../phone-numbers/read.ts";
import type { Ambiguous } from "./ambiguous.ts";
import { isCustom } from "./read/fields.ts";
import { countsThings } from "./read/headings/composed-heading.ts";

/** The warnings of a preview. */
const WARNINGS = [
  "unsure_encoding",
  "several_phone_columns",
  "unused_phone_column",
  "ambiguous_numbers",
] as const;

export const WarningSchema = Type.Object({
  code: Type.Union(WARNINGS.map((code) => Type.Literal(code))),
  detail: Type.String(),
});

export type Warning = Static<typeof WarningSchema>;

/** A column with its values in the records that were looked at. */
export type LookedColumn = {
  header: string;
  field: string | null;
  choice: number | null;
  examples: readonly string[];
};

const FEWEST_DIGITS = 8;
/** So large a share of a column's values have to be numbers for it to look like one of them. */
const SHARE = 0.8;

/** The choices where the file allows more than one reading, in words. */
export function warningsOf(columns: readonly LookedColumn[], country: string | null): Warning[] {
  return [...severalColumns(columns), ...unusedColumns(columns, country)];
}

/** That an encoding was guessed; null: it was not. */
export function unsureEncoding(encoding: string | null): Warning[] {
  if (encoding === null) return [];
  return [
    {
      code: "unsure_encoding",
      detail: `the encoding was guessed: ${encoding}. If letters look wrong, give the country of the file or its encoding, such as windows-1252 (Western), windows-1250 (Central European), cp850 (DOS) or shift_jis (Japanese)`,
    },
  ];
}

function severalColumns(columns: readonly LookedColumn[]): Warning[] {
  const phones = columns.filter(({ field, choice }) => field === "phone_number" && choice !== null);
  if (phones.length === 0) return [];
  const sorted = phones.toSorted((one, other) => (one.choice ?? 0) - (other.choice ?? 0));
  const names = sorted.map(({ header }) => `'${beginningOf(header, LONGEST_NAME)}'`);
  return [
    {
      code: "several_phone_columns",
      detail: `${names.length} columns have phone numbers: ${names.join(", then ")}. The first number that can be read is the contact's; the others become custom fields. To choose, map a column to phone_number`,
    },
  ];
}

function unusedColumns(columns: readonly LookedColumn[], country: string | null): Warning[] {
  const hasPhones = columns.some(
    ({ field, examples }) => field === "phone_number" && looksLikePhones(examples, country),
  );
  return columns
    .filter(({ header }) => !(hasPhones && countsThings(header)))
    .filter((column) => isPassedOver(column) && looksLikePhones(column.examples, country))
    .map(({ header, field }) => ({ code: "unused_phone_column", detail: unusedDetail(header, field) }));
}

/** Whether numbers in a column would be nobody's. A column with a heading is ignored only if somebody says so. */
function isPassedOver({ header, field }: LookedColumn): boolean {
  return field === null ? header === "" : isCustom(field) || NAMES.includes(field);
}

const NAMES: readonly string[] = ["name", "first_name", "last_name", "company", "area_code"];

function unusedDetail(header: string, field: string | null): string {
  if (field === null)
    return "a column without a heading looks like phone numbers, and is ignored. If they are, give it a heading";
  const becomes = isCustom(field) ? "becomes a custom field" : `is read as ${field}`;
  return `'${beginningOf(header, LONGEST_NAME)}' looks like phone numbers, and ${becomes}. If they are, map it to phone_number`;
}

/** That numbers among the first so many records would be of another country. */
export function ambiguousNumbers(
  { count, examples }: Ambiguous,
  lookedAt: number,
  country: string | null,
): Warning[] {
  if (count === 0) return [];
  const shown = examples.map(({ line, taken, other }) => `line ${line}: ${taken}, not ${other}`);
  return [
    {
      code: "ambiguous_numbers",
      detail: `numbers of the first ${lookedAt} records that would be of another country if they began with its code: ${count}; they are read as numbers of ${country}: ${shown.join("; ")}`,
    },
  ];
}

function looksLikePhones(examples: readonly string[], country: string | null): boolean {
  const phones = examples.filter((text) => looksLikePhone(text, country));
  return phones.length > 0 && phones.length >= examples.length * SHARE;
}

/** Amounts and years are digits, too: a number is longer, or begins as numbers do. */
function looksLikePhone(text: string, country: string | null): boolean {
  const digits = text.replace(/\D/g, "");
  const begins = /^[\s'="(]*[+0]/.test(text);
  return (
    digits.length >= FEWEST_DIGITS &&
    (begins || digits.length > FEWEST_DIGITS + 1) &&
    isNumber(readNumber(text, country))
  );
}

/** A number, also one that lacks something or may be two. */
function isNumber(read: NumberRead): boolean {
  return read.kind !== "none" || ["no_country", "incomplete", "ambiguous"].includes(read.why);
}

const LONGEST_NAME = 60;
