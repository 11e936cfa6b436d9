/**
 * What a spreadsheet takes for the beginning of a formula (OWASP, "CSV Injection"): the signs, also as wide or small
 * as they are typed in East Asia, after anything that it does not show, and what it begins another cell or line at.
 */
const FORMULA = /^(?:[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠﹦﹢﹣﹫−]|[\t\r\n])/u;

/** The same, guarded already: the apostrophe of a text of its own must not be taken for a guard. */
const GUARDED = new RegExp(`^'+(?=${FORMULA.source.slice(1)})`, "u");

/**
 * A line of CSV (RFC 4180). A cell that a spreadsheet would run as a formula, or that would read as if it were guarded,
 * gets an apostrophe before it, which `unguarded` takes away again.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellOf).join(",")}\r\n`;
}

/** A cell as it was before `csvLine` guarded it; one that has no guard as it is. */
export function unguarded(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell;
}

function cellOf(text: string): string {
  const safe = FORMULA.test(text) || GUARDED.test(text) ? `'${text}` : text;
  return /["\r\n,;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
