import { beginningOf } from "../../lib/characters.ts";
import { currencyIn } from "./amount.ts";
import { CURRENCY, type Line, MARKET, type Table, wrongLine } from "./table.ts";

/** The currency of a file: of its column, of the words above its heading, or of its amounts. Throws 422 for several. */
export function currencyOf(table: Table): string | null {
  const column = table.heading.findIndex((name) => CURRENCY.test(name));
  const above = /\bin ([A-Z]{3})\b/.exec(table.above)?.[1] ?? null;
  const named = table.lines.flatMap((line) => {
    const own = column === -1 ? [] : [currencyAt(table, line, column)];
    return [...own, ...beside(table, line, column)].map((currency) => ({ currency, line: line.line }));
  });
  const first = named[0]?.currency ?? above;
  const other = named.find(({ currency }) => currency !== first);
  if (other !== undefined)
    throw wrongLine(table, other.line, `another currency than ${first} above it: ${other.currency}`);
  if (above !== null && above !== first)
    throw wrongLine(table, 1, `it is in ${above}, the lines below in ${first}`);
  return first;
}

/** The currencies that are written beside amounts. */
function beside({ heading }: Table, { cells }: Line, column: number): string[] {
  return cells.flatMap((cell, at) =>
    at === column || MARKET.test(heading[at] ?? "") ? [] : (currencyIn(cell) ?? []),
  );
}

function currencyAt(table: Table, { line, cells }: Line, column: number): string {
  const cell = (cells[column] ?? "").trim();
  // Meta's files write the dollar so
  if (/^(?:\$US|US\$)$/.test(cell)) return "USD";
  const code = /^[^A-Z]?([A-Z]{3})$/.exec(cell)?.[1];
  if (code !== undefined) return code;
  throw wrongLine(
    table,
    line,
    `"${beginningOf(cell, 40)}" is no currency: write three capital letters, such as EUR`,
  );
}
