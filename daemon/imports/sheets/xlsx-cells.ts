import { type NumberFormat, numberText } from "./number-formats.ts";
import { createRowBuilder, createTextBuilder, MOST_ROWS, type SheetRow } from "./row.ts";
import type { SharedStrings } from "./shared-strings.ts";
import { unescaped } from "./xlsx-text.ts";
import type { XmlReader } from "./xml.ts";

/** The parts of a workbook that cells of its sheets refer to. */
export type Known = { texts: SharedStrings; formats: readonly NumberFormat[]; is1904: boolean };

/** Reads the rows of a worksheet. */
export function createSheetReader(known: Known): XmlReader<SheetRow> {
  const row = createRowBuilder();
  const text = createTextBuilder();
  const rows: SheetRow[] = [];
  let number = 0;
  let column = -1;
  let cell: ReadonlyMap<string, string> = new Map();
  let isText = false;
  let isReading = true;

  const elements: Record<string, (attributes: ReadonlyMap<string, string>) => void> = {
    row(attributes) {
      number = Number(attributes.get("r") ?? number + 1);
      column = -1;
    },
    c(attributes) {
      cell = attributes;
      column = columnOf(attributes.get("r")) ?? column + 1;
    },
    // how a Japanese text is pronounced
    rPh: () => {
      isReading = false;
    },
  };

  function finishRow(): void {
    const finished = row.finish(number);
    if (finished !== undefined && number >= 1 && number <= MOST_ROWS) rows.push(finished);
  }

  return {
    opens(name, attributes) {
      if (Object.hasOwn(elements, name)) elements[name]?.(attributes);
      isText = isReading && (name === "v" || name === "t");
    },
    text(piece) {
      if (isText) text.add(piece);
    },
    closes(name) {
      isText = false;
      if (name === "rPh") isReading = true;
      else if (name === "c") row.set(column, textOf(cell, text.take(), known));
      else if (name === "row") finishRow();
    },
    take: () => rows.splice(0),
  };
}

/** The text of a cell by its type (ECMA-376, 18.18.11). */
function textOf(cell: ReadonlyMap<string, string>, text: string, { texts, formats, is1904 }: Known): string {
  const type = cell.get("t") ?? "n";
  if (text === "") return "";
  if (type === "s") return texts.at(Number(text));
  if (type === "b") return text === "1" ? "true" : "false";
  if (type === "n") return numberText(text, formats[Number(cell.get("s"))], is1904);
  return unescaped(text);
}

/** The column of a cell's reference from 0: `AB12` is 27. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
