import { drawQr, type QrStyle, qrModules, type Room } from "./draw-qr.ts";
import { WORD_LINES, WORDS } from "./words.ts";

/** The largest drawing of a code with its words below or beside it; null when none fits. */
export function layOut(
  text: string,
  { columns, rows }: Room,
  style: QrStyle,
): { lines: string[]; isBelow: boolean } | null {
  const modules = qrModules(text);
  // One line is left free: a drawing that fills the terminal would be scrolled at each change.
  const below = drawQr(modules, { columns, rows: rows - WORD_LINES - 1 }, style);
  const beside = drawQr(modules, { columns: columns - WORDS - 1, rows: rows - 1 }, style);
  if (below !== null && (beside === null || below.length >= beside.length))
    return { lines: below, isBelow: true };
  return beside === null ? null : { lines: beside, isBelow: false };
}
