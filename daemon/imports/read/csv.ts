import { CsvError, parse } from "csv-parse/sync";
import { isNothing } from "../../contacts/no-name.ts";
import type { Codes } from "../../phone-numbers/with-codes.ts";
import { combineCells } from "./cells.ts";
import type { Column } from "./column.ts";
import { unguarded } from "./csv-line.ts";
import { saysWho } from "./fields.ts";
import { CODE_RANKS } from "./headings/code-headings.ts";
import { labelledRank } from "./headings/composed-heading.ts";
import type { Piece } from "./piece.ts";
import { type ContactFields, Refused, type Row, refused, textOf } from "./row.ts";

export type CsvSettings = { delimiter: string; columns: readonly Column[] };

/** Nothing, or the sign by which DOS programs ended a file. */
const NOTHING = /^[\s\p{Cc}]*$/u;

/** Reads records of a CSV file; a line without a value is no record. */
export function readCsv(pieces: readonly Piece[], { delimiter, columns }: CsvSettings): Row[] {
  const texts = pieces.map(wordsOf);
  const parsed = parseAll(texts, delimiter);
  return pieces.flatMap((piece, index): Row[] => {
    const text = texts[index];
    if (text === "") return [];
    const { line, bytes } = piece;
    try {
      if (text instanceof Refused) throw text;
      const cells = parsed?.[index] ?? cellsOf(text ?? "", delimiter);
      if (cells.every((cell) => NOTHING.test(cell))) return [];
      return [{ line, bytes, fields: fieldsOf(cells, columns) }];
    } catch (cause) {
      if (!(cause instanceof Refused)) throw cause;
      return [{ line, bytes, refusal: cause.refusal }];
    }
  });
}

/** The cells of one record. Throws `Refused` when its quotes are wrong. */
export function cellsOf(text: string, delimiter: string): string[] {
  // with spaces taken off, the parser is strict about what follows a quote
  for (const trim of [true, false]) {
    try {
      return parse(text, { ...OPTIONS, trim, delimiter })[0] ?? [];
    } catch (cause) {
      if (!(cause instanceof CsvError)) throw cause;
    }
  }
  throw refused("invalid_csv", "the quotes of a field are not closed");
}

/** The cells of a record as they were in the file; all of its text in one when its quotes are wrong. */
export function csvRecord(text: string, delimiter: string): string[] {
  try {
    return cellsOf(text, delimiter).map((cell) => unguarded(cell));
  } catch (cause) {
    if (cause instanceof Refused) return [text];
    throw cause;
  }
}

/** Programs and people write spaces before a quoted field, and quotes within one that is not: those are read as they are. */
const OPTIONS = {
  relax_column_count: true,
  relax_quotes: true,
  trim: true,
  record_delimiter: ["\r\n", "\n"],
};

function wordsOf({ bytes, fault }: Piece): string | Refused {
  if (fault !== undefined) return refused("unreadable", fault);
  try {
    return textOf(bytes);
  } catch (cause) {
    if (cause instanceof Refused) return cause;
    throw cause;
  }
}

/** Parses many records at once, which is much faster; null when one of them prevents it. */
function parseAll(texts: readonly (string | Refused)[], delimiter: string): string[][] | null {
  if (!texts.every((text) => typeof text === "string" && text !== "")) return null;
  try {
    const records = parse(texts.join("\n"), { ...OPTIONS, delimiter });
    return records.length === texts.length ? records : null;
  } catch {
    return null;
  }
}

function fieldsOf(cells: readonly string[], columns: readonly Column[]): ContactFields {
  if (cells.slice(columns.length).some((cell) => cell.trim() !== ""))
    throw refused("invalid_csv", `the record has ${cells.length} fields, the heading ${columns.length}`);
  const given = columns.map((column, index) => ({
    ...column,
    rank: column.label === undefined ? column.rank : labelledRank(column.rank, cells[column.label] ?? ""),
    text: unguarded(cells[index]?.trim() ?? ""),
    ...codesOf(column, cells, columns),
  }));
  return combineCells(
    given.filter(({ target, text }) => text !== "" && !(saysWho(target) && isNothing(text))),
  );
}

function textAt(cells: readonly string[], index: number): string {
  const text = unguarded(cells[index]?.trim() ?? "");
  return isNothing(text) ? "" : text;
}

/** The codes that stand beside a number. */
function codesOf(
  { dial, area }: Column,
  cells: readonly string[],
  columns: readonly Column[],
): { codes?: Codes } {
  if (dial === undefined && area === undefined) return {};
  const codes: Codes = {};
  if (dial !== undefined) codes.dial = textAt(cells, dial);
  if (area !== undefined) codes.area = textAt(cells, area);
  return { codes: { ...codes, isEither: area !== undefined && columns[area]?.rank === CODE_RANKS.either } };
}
