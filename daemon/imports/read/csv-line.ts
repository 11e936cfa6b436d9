/**
 * What a spreadsheet may take for the beginning of a formula (OWASP, "CSV Injection"): the signs, including their East
 * Asian wide and small forms, after any characters that are not shown.
 */
const FORMULA = "(?:(?![\\r\\n])[\\s\\p{Cc}\\p{Cf}])*[=+\\-@＝＋－＠﹦﹢﹣﹫−]";

/**
 * Where one may begin. A spreadsheet that separates by semicolons takes quotes within a line for text, so that it begins
 * cells and lines in the middle of ours.
 */
const BEGINNING = "(?<=^|[;\\r\\n])";

/** Where a guard belongs: before a formula or what looks guarded, and before characters that begin another cell or line. */
const UNGUARDED = new RegExp(`${BEGINNING}(?='*${FORMULA})|^(?='*[\\t\\r\\n])`, "gu");
const GUARD = new RegExp(`${BEGINNING}'(?='*${FORMULA})|^'(?='*[\\t\\r\\n])`, "gu");

/**
 * A line of CSV (RFC 4180). Before whatever a spreadsheet would run as a formula, or that would look guarded, it has an
 * apostrophe, which `unguarded` removes.
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
  return cell.replace(GUARD, "");
}

function guarded(text: string): string {
  return text.replace(UNGUARDED, "'");
}

/** A cell as it stands in CSV: in quotes when it has to be. */
export function quoted(text: string, delimiter: string): string {
  const needsQuotes = /["\r\n,;\t]/.test(text) || text.includes(delimiter);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
