import { clip } from "../text/clip.ts";
import { harmless } from "../text/harmless.ts";
import type { Style } from "../text/style.ts";
import { describeAge } from "../values/duration.ts";

type Cell = string | number | boolean | readonly string[] | null | undefined;

/** One column of a list, and one line of a single record. */
export type Column<Row> = {
  title: string;
  value: (row: Row) => Cell;
  /** How a terminal shows the value; a pipe always gets the value itself. */
  kind?: "status" | "time";
  /** Left out of a table that would be wider than the terminal: the largest number first, then the rightmost. */
  optional?: true | number;
  /** Cut in a table to what the others leave of the line, and left out of it where no row has a value. */
  cut?: true;
};

/** Rows as aligned columns under a heading, for people. */
export function formatTable<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { width, style, heading }: { width: number; style: Style; heading: boolean },
): string {
  const shown = fit(rows, columns, width);
  const widths = widthsOf(rows, shown, width);
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const line = (cells: string[]) =>
    cells
      .map((cell, index) =>
        index === cells.length - 1 ? hang(cell, before, width) : pad(cell, widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const titles = style.dim(line(shown.map((column) => column.title.toUpperCase())));
  const cell = (row: Row, column: Column<Row>, room = width) =>
    column.cut ? clip(display(row, column), room) : paint(display(row, column), column, style);
  const body = rows.map((row) => line(shown.map((column, index) => cell(row, column, widths[index]))));
  return `${[...(heading ? [titles] : []), ...body].join("\n")}\n`;
}

/** One record as aligned `name  value` lines, for people; empty values are left out. */
export function formatRecord<Row>(
  row: Row,
  columns: ReadonlyArray<Column<Row>>,
  { style, width }: { style: Style; width: number },
): string {
  const filled = columns.filter((column) => plainCell(column.value(row)) !== "");
  const names = Math.max(0, ...filled.map((column) => column.title.length));
  const lines = filled.flatMap((column) =>
    linesOfValue(row, column, width - names - 2).map((line, index) => {
      const name = (index === 0 ? column.title : "").padEnd(names);
      return `${style.dim(name)}  ${paint(line, column, style)}`;
    }),
  );
  return `${lines.join("\n")}\n`;
}

/** Several values that don't fit beside one another stand below one another. */
function linesOfValue<Row>(row: Row, column: Column<Row>, width: number): string[] {
  const value = column.value(row);
  const whole = display(row, column);
  return Array.isArray(value) && Bun.stringWidth(whole) > width ? value.map(plainCell) : [whole];
}

/** Tab-separated values, one row a line, no heading, times in full: what scripts read. */
export function formatLines<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): string {
  return rows.map((row) => `${columns.map((column) => plainCell(column.value(row))).join("\t")}\n`).join("");
}

/** `name<TAB>value`, one field a line, empty ones too: what scripts read. */
export function formatRecordLines<Row>(row: Row, columns: ReadonlyArray<Column<Row>>): string {
  return columns
    .map((column) => `${column.title.replaceAll(" ", "_")}\t${plainCell(column.value(row))}\n`)
    .join("");
}

function fit<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>, width: number): Column<Row>[] {
  const shown = columns.filter((column) => !column.cut || rows.some((row) => column.value(row)));
  const total = () => shown.reduce((sum, column) => sum + narrowest(rows, column) + 2, -2);
  while (total() > width) {
    const least = Math.max(...shown.map(({ optional = 0 }) => Number(optional)));
    if (least === 0) break;
    shown.splice(
      shown.findLastIndex(({ optional = 0 }) => Number(optional) === least),
      1,
    );
  }
  return shown;
}

/** How wide each column is: those that are cut share what the others leave. */
function widthsOf<Row>(rows: readonly Row[], shown: readonly Column<Row>[], width: number): number[] {
  const others = shown.filter(({ cut }) => !cut).reduce((sum, column) => sum + widest(rows, column), 0);
  const cuts = shown.filter(({ cut }) => cut).length;
  const room = Math.floor((width - others - 2 * (shown.length - 1)) / Math.max(1, cuts));
  return shown.map((column) =>
    column.cut ? Math.max(NARROWEST, Math.min(widest(rows, column), room)) : widest(rows, column),
  );
}

function narrowest<Row>(rows: readonly Row[], column: Column<Row>): number {
  return column.cut ? Math.min(NARROWEST, widest(rows, column)) : widest(rows, column);
}

function widest<Row>(rows: readonly Row[], column: Column<Row>): number {
  return Math.max(column.title.length, ...rows.map((row) => Bun.stringWidth(display(row, column))));
}

function display<Row>(row: Row, column: Column<Row>): string {
  const text = harmless(plainCell(column.value(row)));
  if (text === "") return "-";
  return column.kind === "time" ? describeAge(text) : text;
}

function paint<Row>(text: string, column: Column<Row>, style: Style): string {
  return column.kind === "status" ? style.status(text) : text;
}

/** The last cell of a line, broken between words below its beginning when it doesn't fit. */
function hang(text: string, before: number, width: number): string {
  const room = width - before;
  if (Bun.stringWidth(text) <= room || room < NARROWEST) return text;
  return wrapWords(text, room).join(`\n${" ".repeat(before)}`);
}

const NARROWEST = 12;

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
}

/** Names come from other people: control characters could move the cursor or break the line. */
export function plainCell(value: Cell): string {
  const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
  return text.replace(/\p{Cc}/gu, " ");
}

/** A text on lines no wider than `width`, parted between words; a word that is wider stays whole. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const joined = `${last} ${word}`;
    if (last === undefined || Bun.stringWidth(joined) > width) lines.push(word);
    else lines[lines.length - 1] = joined;
  }
  return lines;
}
