/**
 * QR codes drawn with characters. Dark modules are drawn in the foreground
 * colour, so the text has to be shown black on white; `inverted` draws the light
 * ones instead, for a dark terminal without colours.
 */
import { create } from "qrcode";

export type Modules = { size: number; isDark(row: number, column: number): boolean };

/** How modules become characters: how many of them one character holds, and which character that is. */
type Cell = { columns: number; rows: number; draw(bits: number): string };

/** Two modules a character, one above the other: square in nearly every font. */
const HALF_BLOCKS: Cell = { columns: 1, rows: 2, draw: (bits) => " ▀▄█"[bits] ?? " " };
/** Six modules a character (Unicode 13, "Symbols for Legacy Computing"): small enough for 24 lines. */
const SEXTANTS: Cell = { columns: 2, rows: 3, draw: sextant };

type Drawing = { cell: Cell; quietZone: number };

/** From the easiest to scan to the smallest; readers want four light modules around, and manage with less. */
const DRAWINGS: readonly Drawing[] = [
  { cell: HALF_BLOCKS, quietZone: 4 },
  { cell: HALF_BLOCKS, quietZone: 2 },
];
/** Only with `--sextants`: the usual fonts of Linux lack them, which makes the code unreadable. */
const SMALL_DRAWINGS: readonly Drawing[] = [
  ...DRAWINGS,
  { cell: SEXTANTS, quietZone: 2 },
  { cell: SEXTANTS, quietZone: 1 },
];

/** Room in a terminal, in characters. */
export type Room = { columns: number; rows: number };
export type QrStyle = { inverted?: boolean; sextants?: boolean };

/** The modules of a text's QR code, at the lowest level of error correction: a screen has no scratches. */
export function qrModules(text: string): Modules {
  const { modules } = create(text, { errorCorrectionLevel: "L" });
  return { size: modules.size, isDark: (row, column) => modules.get(row, column) === 1 };
}

/** The lines of the largest drawing that fits, or null when none does. */
export function drawQr(
  modules: Modules,
  room: Room,
  { inverted = false, sextants = false }: QrStyle,
): string[] | null {
  for (const drawing of sextants ? SMALL_DRAWINGS : DRAWINGS) {
    const { columns, rows } = sizeOf(modules, drawing);
    if (columns <= room.columns && rows <= room.rows)
      return draw(modules, drawing.cell, drawing.quietZone, inverted);
  }
  return null;
}

/** The room that the smallest drawing takes. */
export function smallestRoom(modules: Modules, sextants: boolean): Room {
  const sizes = (sextants ? SMALL_DRAWINGS : DRAWINGS).map((drawing) => sizeOf(modules, drawing));
  return sizes.reduce((one, other) => (other.rows < one.rows ? other : one));
}

function sizeOf({ size }: Modules, { cell, quietZone }: Drawing): Room {
  return {
    columns: Math.ceil((size + 2 * quietZone) / cell.columns),
    rows: Math.ceil((size + 2 * quietZone) / cell.rows),
  };
}

function draw({ size, isDark }: Modules, cell: Cell, quietZone: number, inverted: boolean): string[] {
  const end = size + quietZone;
  const isInside = (position: number) => position >= 0 && position < size;
  const isDrawn = (row: number, column: number) => {
    if (row >= end || column >= end) return false;
    return (isInside(row) && isInside(column) && isDark(row, column)) !== inverted;
  };
  const character = (top: number, left: number) => {
    let bits = 0;
    for (let bit = 0; bit < cell.rows * cell.columns; bit++) {
      const row = top + Math.floor(bit / cell.columns);
      if (isDrawn(row, left + (bit % cell.columns))) bits |= 1 << bit;
    }
    return cell.draw(bits);
  };
  return steps(-quietZone, end, cell.rows).map((top) =>
    steps(-quietZone, end, cell.columns)
      .map((left) => character(top, left))
      .join(""),
  );
}

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: Math.ceil((to - from) / by) }, (_, index) => from + index * by);
}

/** The block leaves out the four patterns that had characters before: none, left half, right half and all. */
function sextant(bits: number): string {
  const older: Record<number, string> = { 0: " ", 21: "▌", 42: "▐", 63: "█" };
  return older[bits] ?? String.fromCodePoint(0x1fb00 + bits - 1 - (bits > 21 ? 1 : 0) - (bits > 42 ? 1 : 0));
}
