import { clip } from "../text/clip.ts";
import { harmless } from "../text/harmless.ts";
import type { Style } from "../text/style.ts";
import { type Column, display, fieldName, plainCell, textOf } from "./column.ts";
import { layOut } from "./layout.ts";
import { formatMarked } from "./marked.ts";

/** Rows as aligned columns under a heading, for people. Ids are shortened where there is no room for them. */
export function formatTable<Row>(
  rows: readonly Row[],
  columns: ReadonlyArray<Column<Row>>,
  { width, style, heading }: { width: number; style: Style; heading: boolean },
): { text: string; hasShortIds: boolean } {
  const { shown, form, widths } = layOut(rows, columns, width);
  const before = widths.slice(0, -1).reduce((sum, one) => sum + one + 2, 0);
  const line = (cells: string[]) =>
    cells
      .map((cell, index) =>
        index === cells.length - 1 ? hang(cell, before, width) : pad(cell, widths[index] ?? 0),
      )
      .join("  ")
      .trimEnd();
  const titles = style.dim(line(shown.map((column) => fieldName(column).toUpperCase())));
  const cell = (row: Row, column: Column<Row>, room = width) => {
    if (column.marks) return formatMarked(textOf(row, column), column.marks(row), room, style);
    const text = display(row, column, form);
    return column.cut ? clip(text, room) : paint(text, column, style);
  };
  const body = rows.map((row) => line(shown.map((column, index) => cell(row, column, widths[index]))));
  return { text: `${[...(heading ? [titles] : []), ...body].join("\n")}\n`, hasShortIds: form === "short" };
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
  const whole = display(row, column, "whole");
  return Array.isArray(value) && Bun.stringWidth(whole) > width
    ? value.map((one) => harmless(plainCell(one)))
    : [whole];
}

/** Tab-separated values, one row a line, no heading, times in full: what scripts read. */
export function formatLines<Row>(rows: readonly Row[], columns: ReadonlyArray<Column<Row>>): string {
  return rows.map((row) => `${columns.map((column) => plainCell(column.value(row))).join("\t")}\n`).join("");
}

/** `name<TAB>value`, one field a line, empty ones too: what scripts read. */
export function formatRecordLines<Row>(row: Row, columns: ReadonlyArray<Column<Row>>): string {
  return columns.map((column) => `${fieldName(column)}\t${plainCell(column.value(row))}\n`).join("");
}

function paint<Row>(text: string, column: Column<Row>, style: Style): string {
  return column.kind === "status" ? style.status(text) : text;
}

const NARROWEST_HANGING = 12;

/** The last cell of a line, broken between words below its beginning when it doesn't fit. */
function hang(text: string, before: number, width: number): string {
  const room = width - before;
  if (Bun.stringWidth(text) <= room || room < NARROWEST_HANGING) return text;
  return wrapWords(text, room).join(`\n${" ".repeat(before)}`);
}

function pad(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - Bun.stringWidth(text)));
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
