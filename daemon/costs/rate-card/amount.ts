/** Cells in which a file says that there is no such rate. */
const NONE = /^(?:|-|–|n\/?a)$/i;

/**
 * The amount that a cell of a price list says, such as `0.0625`, `$0.0625`, `1,234.5` or `0,0625`; null where it says
 * that there is none, undefined for what is no amount.
 */
export function readAmount(cell: string): number | null | undefined {
  const text = cell.trim();
  if (NONE.test(text)) return null;
  const digits = text.replace(/^[\p{Sc}A-Za-z\s]{1,6}|[\p{Sc}\s]+$/gu, "");
  if (/^\d{1,7}(?:\.\d{1,10})?$/.test(digits)) return Number(digits);
  if (/^[1-9]\d{0,2}(?:,\d{3}){1,2}(?:\.\d{1,10})?$/.test(digits)) return Number(digits.replaceAll(",", ""));
  if (/^\d{1,7},\d{1,10}$/.test(digits)) return Number(digits.replace(",", "."));
  return undefined;
}

/** A number of messages, such as `250,001`; undefined for what is none. */
export function readCount(cell: string): number | undefined {
  const digits = cell.trim().replace(/[,\s']/g, "");
  return /^\d{1,12}$/.test(digits) ? Number(digits) : undefined;
}
