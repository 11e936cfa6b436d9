import { numberText } from "./number-formats.ts";
import { createRowBuilder, createTextBuilder, MOST_ROWS, type SheetRow } from "./row.ts";
import type { XmlReader } from "./xml.ts";

type Attributes = ReadonlyMap<string, string>;

/** The most cells that one element can stand for, and the rows. */
const MOST_REPEATED = 1000;

/** Reads the rows of one table of an OpenDocument spreadsheet, the first of its name. */
export function createTableReader(table: string): XmlReader<SheetRow> {
  const row = createRowBuilder();
  const text = createTextBuilder();
  const rows: SheetRow[] = [];
  let isInside = false;
  let isDone = false;
  let paragraphs = 0;
  let isText = false;
  /** Comments of a cell have paragraphs too. */
  let isComment = false;
  let cell: Attributes = new Map();
  let column = 0;
  let number = 1;
  let repeatedRows = 1;

  const opened: Record<string, (attributes: Attributes) => void> = {
    "table-row"(attributes) {
      repeatedRows = countOf(attributes, "number-rows-repeated");
      column = 0;
    },
    "table-cell"(attributes) {
      cell = attributes;
      paragraphs = 0;
    },
    annotation: () => {
      isComment = true;
    },
    p() {
      isText = !isComment;
      if (isText && paragraphs > 0) text.add("\n");
      if (isText) paragraphs += 1;
    },
    s: (attributes) => add(" ".repeat(Math.min(countOf(attributes, "c"), MOST_REPEATED))),
    tab: () => add("\t"),
    "line-break": () => add("\n"),
  };
  opened["covered-table-cell"] = opened["table-cell"] ?? (() => {});

  const closed: Record<string, () => void> = {
    p: () => {
      isText = false;
    },
    annotation: () => {
      isComment = false;
    },
    "table-cell": finishCell,
    "covered-table-cell": finishCell,
    "table-row": finishRow,
    table: () => {
      isInside = false;
      isDone = true;
    },
  };

  function add(piece: string): void {
    if (isText) text.add(piece);
  }

  function finishCell(): void {
    const content = textOf(cell, text.take());
    const repeated = countOf(cell, "number-columns-repeated");
    for (let at = 0; content !== "" && at < Math.min(repeated, MOST_REPEATED); at++)
      row.set(column + at, content);
    column += repeated;
  }

  function finishRow(): void {
    const finished = row.finish(number);
    const last = Math.min(number + repeatedRows, MOST_ROWS + 1);
    if (finished !== undefined)
      for (let at = number; at < Math.min(last, number + MOST_REPEATED); at++)
        rows.push({ ...finished, number: at });
    number = last;
  }

  return {
    opens(name, attributes) {
      if (name === "table" && !isDone) isInside = attributes.get("name") === table;
      else if (isInside && Object.hasOwn(opened, name)) opened[name]?.(attributes);
    },
    text: add,
    closes(name) {
      if (isInside && Object.hasOwn(closed, name)) closed[name]?.();
    },
    take: () => rows.splice(0),
  };
}

function countOf(attributes: Attributes, name: string): number {
  const count = Number(attributes.get(name) ?? 1);
  return Number.isInteger(count) && count > 0 ? count : 1;
}

/** The text of a cell: its value where what is shown may be shortened, else what is shown (ISO 26300, 19.385). */
function textOf(cell: Attributes, shown: string): string {
  const type = cell.get("value-type");
  if (type === "date") return (cell.get("date-value") ?? shown).replace(/T00:00:00$/, "");
  if (type === "boolean") return cell.get("boolean-value") ?? shown;
  const value = cell.get("value");
  if (value === undefined || !["float", "currency", "percentage"].includes(type ?? "")) return shown;
  // 01067, shown with a zero in front
  return /^0\d+$/.test(shown) && Number(shown) === Number(value) ? shown : numberText(value);
}
