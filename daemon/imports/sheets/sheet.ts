import type { SheetRow } from "./row.ts";

/** A sheet of a workbook that is open: its rows come as they are read. */
export type Sheet = {
  name: string;
  /** The names of all sheets that can be read. */
  names: readonly string[];
  rows(): AsyncGenerator<SheetRow>;
};
