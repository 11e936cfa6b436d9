import { parse } from "csv-parse/sync";
import { refused } from "../../contacts/refused.ts";
import { delimiterOf } from "../../imports/read/delimiter.ts";
import { beginningOf } from "../../lib/characters.ts";
import { countriesOf } from "../rates/markets.ts";
import { type Decimal, decimalOf, isAmbiguous, readAmount } from "./amount.ts";

/** A line of a file, counted from 1 as editors do. */
export type Line = { line: number; cells: readonly string[] };

/** A file's heading, what stands above it, the lines of markets below it, and how it writes amounts. */
export type Table = {
  above: string;
  heading: readonly string[];
  lines: readonly Line[];
  path: string;
  decimal: Decimal;
};

export const MARKET = /^(?:market|country|region|country ?\/ ?region)$/;
export const CURRENCY = /^currency$/;

/**
 * Reads a table of markets; `path` names the text in refusals. Above the heading, Meta's files have lines of words, which
 * may also follow the last market. Throws 422 with the number of the line.
 */
export function readTable(text: string, path: string): Table {
  const { delimiter } = delimiterOf(new TextEncoder().encode(text));
  const all = linesOf(text, path, delimiter);
  const at = all.findIndex(({ cells }) => cells.some((cell) => MARKET.test(plain(cell))));
  const head = all[at];
  if (head === undefined)
    throw refused(path, "no line of it is a heading with Market and names of categories");
  const heading = head.cells.map(plain);
  const market = heading.findIndex((name) => MARKET.test(name));
  const lines = all.slice(at + 1).filter(({ cells }) => !isWords(cells, market));
  for (const one of lines) requireFull(one, heading, path);
  const above = all
    .slice(0, at)
    .flatMap(({ cells }) => cells)
    .join(" ");
  const amounts = lines.flatMap(({ cells }) => cells.filter((_, at) => at !== market));
  return { above, heading, lines, path, decimal: decimalOf(amounts, delimiter) };
}

/** The refusal of a line. */
export function wrongLine({ path }: Pick<Table, "path">, line: number, message: string) {
  return refused(path, `line ${line}: ${message}`);
}

/** The amount in a column of a line; null where the file says that there is none. Throws 422. */
export function amountAt(table: Table, { line, cells }: Line, column: number): number | null {
  const cell = cells[column] ?? "";
  const amount = readAmount(cell, table.decimal);
  if (amount !== undefined) return amount;
  const shown = beginningOf(cell.trim(), 40);
  const how = isAmbiguous(cell)
    ? `"${shown}" can be read in two ways, as the file has decimal commas and points: write ${bothWays(shown)}`
    : `"${shown}" is no amount: write it such as 0.0625, or n/a where there is none`;
  throw wrongLine(table, line, `${table.heading[column]}: ${how}`);
}

/** A heading without case, what is in brackets, and marks of footnotes. */
function plain(cell: string): string {
  return cell
    .toLowerCase()
    .replace(/\([^)]*\)|[*†‡]/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

function bothWays(cell: string): string {
  return `${cell.replace(/[.,]/, "")}, or it with four decimals`;
}

function linesOf(text: string, path: string, delimiter: string): Line[] {
  const found: Line[] = [];
  try {
    parse(text, {
      ...{ bom: true, delimiter, relax_column_count: true },
      on_record(cells: string[], { lines }) {
        if (cells.some((cell) => cell.trim() !== "")) found.push({ line: lines, cells });
        return null;
      },
    });
    return found;
  } catch (cause) {
    const [first = ""] = (cause instanceof Error ? cause.message : String(cause)).split("\n");
    throw refused(path, `it is no CSV: ${first}`);
  }
}

/** A note below the table: nothing but words in place of a market. */
function isWords(cells: readonly string[], market: number): boolean {
  const others = cells.filter((_, at) => at !== market);
  return others.every((cell) => cell.trim() === "") && countriesOf(cells[market] ?? "") === null;
}

function requireFull({ line, cells }: Line, heading: readonly string[], path: string): void {
  const beyond = cells.slice(heading.length).some((cell) => cell.trim() !== "");
  if (cells.length >= heading.length && !beyond) return;
  const how = "put an amount with a comma in quotes, and write n/a where there is none";
  throw wrongLine({ path }, line, `it has ${cells.length} cells, the heading ${heading.length}: ${how}`);
}
