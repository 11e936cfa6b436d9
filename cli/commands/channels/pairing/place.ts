import type { Area, Pixels } from "../../../lib/terminal/pictures/picture.ts";
import type { Room } from "./draw-qr.ts";
import { WORD_LINES, WORDS } from "./words.ts";

/** Where a picture of a code stands, and how large it is. */
export type Place = {
  /** Pixels of a module's side. */
  scale: number;
  /** The characters that it covers. */
  area: Area;
  /** The words are below it, or beside it. */
  isBelow: boolean;
};

/** Readers want so many light modules around (ISO/IEC 18004). */
export const QUIET_ZONE = 4;
/** Below that, cameras see no modules. */
const LEAST_SCALE = 2;
/** A larger one is no easier to scan. */
const MOST_ROWS = 24;

/** The largest picture of so many modules that fits, or null when it would be too small; one line is left free. */
export function placePicture(
  size: number,
  { columns, rows }: Room,
  cell: Pixels,
  mostRows: number,
): Place | null {
  const modules = size + 2 * QUIET_ZONE;
  const most = Math.min(MOST_ROWS, mostRows);
  const scaleIn = (room: Room) =>
    Math.floor(Math.min(room.columns * cell.width, Math.min(most, room.rows) * cell.height) / modules);
  const beside = scaleIn({ columns: columns - WORDS - 1, rows: rows - 1 });
  const below = scaleIn({ columns, rows: rows - WORD_LINES - 1 });
  const scale = Math.max(beside, below);
  if (scale < LEAST_SCALE) return null;
  const area = {
    columns: Math.ceil((modules * scale) / cell.width),
    rows: Math.ceil((modules * scale) / cell.height),
  };
  return { scale, area, isBelow: below > beside };
}
