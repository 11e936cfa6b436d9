/** What divides the decimals off in the amounts of a file; null where it has both, or nothing says which. */
export type Decimal = "," | "." | null;

/** Cells in which a file says that there is no such rate. */
const NONE = /^(?:|-|–|n\/?a)$/i;
/** Blanks and apostrophes between groups of three, as in Switzerland and France. */
const GROUPS = /^\d{1,3}(?:[\s'’]\d{3})+(?=[.,]|$)/;
/** Eleven thousand here, eleven and a bit there. */
const AMBIGUOUS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/**
 * The amount that a cell of a price list says, such as `0.0625`, `$0.0625`, `1,234.5` or `0,0625`; null where it says
 * that there is none, undefined for what is no amount, or what can be read in two ways in a file that has no `decimal`.
 */
export function readAmount(cell: string, decimal: Decimal): number | null | undefined {
  if (NONE.test(cell.trim())) return null;
  const digits = digitsOf(cell);
  const point = isAmbiguous(cell) ? decimal : decimalIn(cell);
  if (/^\d{1,7}$/.test(digits)) return Number(digits);
  if (point === null) return undefined;
  const [whole = "", part, ...more] = digits.split(point);
  const other = point === "," ? "." : ",";
  const isWhole = /^\d{1,7}$/.test(whole) || (whole.includes(other) && isGrouped(whole, other));
  if (!isWhole || more.length > 0 || (part !== undefined && !/^\d{1,10}$/.test(part))) return undefined;
  return Number(`${whole.replaceAll(other, "")}.${part ?? 0}`);
}

/** Whether a cell means one thing with a decimal comma, and another one with a decimal point. */
export function isAmbiguous(cell: string): boolean {
  return AMBIGUOUS.test(digitsOf(cell));
}

/** How a file writes its amounts, as its cells show; where none does, as files with such a delimiter are made. */
export function decimalOf(cells: readonly string[], delimiter: string): Decimal {
  const shown = new Set(cells.filter((cell) => !isAmbiguous(cell)).flatMap((cell) => decimalIn(cell) ?? []));
  if (shown.size > 1) return null;
  const [only] = shown;
  // where the comma divides decimals, spreadsheets divide cells by something else
  return only ?? (delimiter === "," ? "." : ",");
}

/** A number of messages, such as `250,001`; undefined for what is none. */
export function readCount(cell: string): number | undefined {
  const text = cell.trim();
  const isCount = /^\d{1,12}$/.test(text) || [",", ".", "'", "’", " "].some((one) => isGrouped(text, one));
  return isCount ? Number(text.replace(/\D/g, "")) : undefined;
}

/** The currency that a cell names beside its amount; null where it names none, or several have its sign. */
export function currencyIn(cell: string): string | null {
  const code = /^([A-Z]{3})\s*\d|\d\s*([A-Z]{3})$/.exec(cell.trim());
  return code?.[1] ?? code?.[2] ?? SIGNS[/[€£₹]/.exec(cell)?.[0] ?? ""] ?? null;
}

const SIGNS: Readonly<Record<string, string>> = { "€": "EUR", "£": "GBP", "₹": "INR" };

/** The last of two marks divides decimals; of several that are the same, the other one would; null for a whole number. */
function decimalIn(cell: string): Decimal {
  const digits = digitsOf(cell);
  const marks = digits.match(/[.,]/g) ?? [];
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined || !/^[\d.,]+$/.test(digits)) return null;
  if (marks.length > 1 && first === last) return last === "," ? "." : ",";
  return last === "," ? "," : ".";
}

function isGrouped(text: string, mark: string): boolean {
  const [first = "", ...groups] = text.split(mark);
  return groups.length > 0 && /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group));
}

/** Without the currency and what stands between thousands for the eye alone. */
function digitsOf(cell: string): string {
  const bare = cell.trim().replace(/^[\p{Sc}A-Za-z\s]{1,6}|[\p{Sc}A-Z\s]{1,5}$/gu, "");
  return bare.replace(GROUPS, (groups) => groups.replace(/\D/g, ""));
}
