/** The colours of the drawn window: light on dark, easy to read beside a white page and a black one. */
import type { IBufferCell } from "@xterm/headless";

export const BACKGROUND = "#0d1117";
export const FOREGROUND = "#e6edf3";
/** Around the window: on a page as dark as it, too, it has an edge. */
export const BORDER = "#30363d";

/** The first sixteen of a terminal's colours. */
const SIXTEEN = [
  ...["#484f58", "#ff7b72", "#3fb950", "#d29922", "#58a6ff", "#bc8cff", "#39c5cf", "#b1bac4"],
  ...["#6e7681", "#ffa198", "#56d364", "#e3b341", "#79c0ff", "#d2a8ff", "#56d4dd", "#ffffff"],
] as const;

/** The steps of each part of the 216 colours after them (xterm's `256colres.h`). */
const STEPS = [0, 95, 135, 175, 215, 255] as const;

export type Colours = { foreground: string; background: string };

/** The colours of a cell. */
export function coloursOf(cell: IBufferCell): Colours {
  const foreground = cell.isFgDefault() ? FOREGROUND : colour(cell.isFgRGB(), cell.getFgColor());
  const background = cell.isBgDefault() ? BACKGROUND : colour(cell.isBgRGB(), cell.getBgColor());
  return cell.isInverse() ? { foreground: background, background: foreground } : { foreground, background };
}

function colour(isRgb: boolean, value: number): string {
  if (isRgb) return hex([(value >> 16) & 255, (value >> 8) & 255, value & 255]);
  const named = SIXTEEN[value];
  if (named !== undefined) return named;
  if (value >= 232) return hex(Array(3).fill(8 + (value - 232) * 10));
  const index = value - 16;
  return hex([Math.floor(index / 36), Math.floor(index / 6) % 6, index % 6].map((step) => STEPS[step] ?? 0));
}

function hex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
