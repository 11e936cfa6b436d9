/** A row of a sheet that has anything in it: its number from 1, and its cells as text. */
export type SheetRow = { number: number; cells: string[] };

/** The most rows that a spreadsheet program gives a sheet. */
export const MOST_ROWS = 1_048_576;
/** Further columns are not read: a heading with half as many is refused. */
const MOST_CELLS = 1000;
/** Further text of a row is not read: a record with half as much is refused. */
const MOST_ROW_LENGTH = 2 * 1024 * 1024;

/** Collects the cells of a row, within bounds. */
export type RowBuilder = {
  /** Sets the cell at a column, from 0. */
  set(column: number, text: string): void;
  /** The row as it is; undefined when it has nothing in it. The next one begins empty. */
  finish(number: number): SheetRow | undefined;
};

/** Creates a builder for one row after the other. */
export function createRowBuilder(): RowBuilder {
  let cells: string[] = [];
  let length = 0;
  return {
    set(column, text) {
      if (text === "" || column < 0 || column >= MOST_CELLS || length + text.length > MOST_ROW_LENGTH + 1)
        return;
      while (cells.length < column) cells.push("");
      cells[column] = text;
      length += text.length;
    },
    finish(number) {
      const row = cells.some((cell) => cell.trim() !== "") ? { number, cells } : undefined;
      cells = [];
      length = 0;
      return row;
    },
  };
}

/** A text that comes in pieces, as far as a row can hold it. */
export type TextBuilder = { add(piece: string): void; take(): string };

/** Creates a builder for one text after the other. */
export function createTextBuilder(): TextBuilder {
  let text = "";
  return {
    add(piece) {
      if (text.length <= MOST_ROW_LENGTH) text += piece.slice(0, MOST_ROW_LENGTH + 1 - text.length);
    },
    take() {
      const taken = text;
      text = "";
      return taken;
    },
  };
}
