/** A square picture of dark and light pixels. */
export type Picture = {
  /** Of a side, in pixels. */
  size: number;
  isDark(row: number, column: number): boolean;
  /** The same as a file. */
  png: Uint8Array;
};

/** A size in pixels. */
export type Pixels = { width: number; height: number };
/** A size in characters. */
export type Area = { columns: number; rows: number };
