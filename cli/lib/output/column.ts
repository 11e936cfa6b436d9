import { harmless } from "../text/harmless.ts";
import { describeAge } from "../values/duration.ts";

type Cell = string | number | boolean | readonly string[] | null | undefined;

/** Parts of a text: where each begins and how long it is, in code points, in order and without overlap. */
export type Marks = readonly (readonly [start: number, length: number])[];

/** One column of a list, and one line of a single record. */
export type Column<Row> = {
  title: string;
  value: (row: Row) => Cell;
  /** How a terminal shows the value; a pipe always gets the value itself. */
  kind?: "status" | "time";
  /**
   * Left out of a table that would be wider than the terminal: where it is true first, then the largest number, and of
   * several the rightmost. Before those up to 2 are, ids are shortened.
   */
  optional?: true | number;
  /**
   * Cut in a table to what the others leave of the line, but not below this width (12 if it is only true); left out where
   * no row has anything to show.
   */
  cut?: true | number;
  /** Parts of the value that a table shows in bold; one that is cut begins near the first of them. */
  marks?: (row: Row) => Marks;
  /** Shown in tables where there is no value. */
  otherwise?: (row: Row) => Cell;
};

/** How much of a value is shown: ages without "ago" where times are short, only the end of ids where all are. */
export type Form = "whole" | "short-times" | "short";

const ID = /^(?:[a-z]+_[0-9A-HJKMNP-TV-Z]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
/** Ids begin with their time of creation, so their ends differ. */
const SHORT_ID = 8;

/** The name of a column for --fields. */
export function fieldName<Row>({ title }: Column<Row>): string {
  return title.replaceAll(" ", "_");
}

/** The text of a row's column. */
export function textOf<Row>(row: Row, { value, otherwise }: Column<Row>): string {
  return plainCell(value(row)) || plainCell(otherwise?.(row));
}

/** A cell as a terminal shows it. */
export function display<Row>(row: Row, column: Column<Row>, form: Form): string {
  const text = harmless(textOf(row, column));
  if (text === "") return "-";
  if (column.kind === "time")
    return form === "whole" ? describeAge(text) : describeAge(text).replace(" ago", "");
  return form === "short" && column.cut === undefined ? withShortIds(text) : text;
}

/** Some columns say besides an id what it is of: `channel ch_…`. */
function withShortIds(text: string): string {
  return text
    .split(" ")
    .map((word) => (ID.test(word) ? `…${word.slice(-SHORT_ID)}` : word))
    .join(" ");
}

/** Names come from other people: control characters could move the cursor or break the line. */
export function plainCell(value: Cell): string {
  const text = Array.isArray(value) ? value.join(",") : String(value ?? "");
  return text.replace(/\p{Cc}/gu, " ");
}
