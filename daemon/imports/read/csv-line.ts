/**
 * Whatever a spreadsheet may take for the beginning of a formula (OWASP, "CSV Injection"): the
 * signs, including their East Asian wide and small forms, after any characters that are not
 * shown, and the characters that begin another cell or line.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n])/u;

/** The same, already guarded: an apostrophe of the text itself must not be taken for a guard. */
const GUARDED = new RegExp(`^'+(?=${FORMULA.source.slice(1)})`, "u");

/**
 * A line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula, or that would
 * look guarded, gets a leading apostrophe, which `unguarded` removes.
 */
export function csvLine(cells: readonly string[], delimiter = ","): string {
  return rawCsvLine(cells.map(guarded), delimiter);
}

/** The same with its cells as they are, for programs: a spreadsheet may run them. */
export function rawCsvLine(cells: readonly string[], delimiter = ","): string {
  return `${cells.map((text) => quoted(text, delimiter)).join(delimiter)}\r\n`;
}

/** By this at its beginning, spreadsheet programs know a file to be UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A cell as it was before `csvLine` guarded it; an unguarded one is unchanged. */
export function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

function guarded(text: string): string {
  return FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text;
}

/** A cell as it stands in CSV: in quotes when it has to be. */
export function quoted(text: string, delimiter: string): string {
  const needsQuotes = /["\r\n,;\t]/.test(text) || text.includes(delimiter);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
