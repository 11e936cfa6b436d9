/**
 * Characters that are drawn as shapes, because a font's own leave gaps between cells (Unicode, "Box Drawing",
 * "Block Elements" and "Symbols for Legacy Computing").
 */

/** Part of a cell, in fractions of its width and height. */
export type Part = { x: number; y: number; width: number; height: number };

/** The parts of a cell that a block character fills; null for other characters. */
export function blockParts(character: string): Part[] | null {
  const halves = HALVES[character];
  if (halves !== undefined) return [halves];
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0x2581 && code <= 0x2587) {
    const height = (code - 0x2580) / 8;
    return [{ x: 0, y: 1 - height, width: 1, height }];
  }
  if (code >= 0x2589 && code <= 0x258f) return [{ x: 0, y: 0, width: (0x2590 - code) / 8, height: 1 }];
  if (code >= 0x1fb00 && code <= 0x1fb3b) return sextantParts(code - 0x1fb00);
  return null;
}

const HALVES: Readonly<Record<string, Part>> = {
  "█": { x: 0, y: 0, width: 1, height: 1 },
  "▀": { x: 0, y: 0, width: 1, height: 0.5 },
  "▄": { x: 0, y: 0.5, width: 1, height: 0.5 },
  "▌": { x: 0, y: 0, width: 0.5, height: 1 },
  "▐": { x: 0.5, y: 0, width: 0.5, height: 1 },
};

/** The sixty sextants leave out the patterns that had characters before: left half (21) and right half (42). */
function sextantParts(index: number): Part[] {
  const pattern = [0, 21, 42].reduce((bits, older) => (bits >= older ? bits + 1 : bits), index);
  return [0, 1, 2, 3, 4, 5]
    .filter((bit) => pattern & (1 << bit))
    .map((bit) => ({ x: (bit % 2) / 2, y: Math.floor(bit / 2) / 3, width: 1 / 2, height: 1 / 3 }));
}

/** How much of a cell's colour a shade lets through; undefined for other characters. */
export const SHADES: Readonly<Record<string, number>> = { "░": 0.25, "▒": 0.5, "▓": 0.75 };

/** To which sides lines go from the middle of a cell (up, right, down, left); undefined for other characters. */
export const LINES: Readonly<Record<string, string>> = {
  ...{ "─": "rl", "│": "ud", "┌": "rd", "┐": "ld", "└": "ur", "┘": "ul" },
  ...{ "├": "urd", "┤": "uld", "┬": "rld", "┴": "url", "┼": "urld" },
  ...{ "╭": "rd", "╮": "ld", "╰": "ur", "╯": "ul" },
};
