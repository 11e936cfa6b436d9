import { plainCell } from "../../lib/output/column.ts";
import { clip } from "../../lib/text/clip.ts";

/** A part of a line, in its colour; one that is `whole` is left out rather than cut. */
export type Part = { text: string; paint?: (text: string) => string; whole?: true };

const GAP = "  ";

/** As many parts, in their order, as there is room for; empty ones are none. */
export function fitParts(parts: readonly Part[], width: number): string {
  const shown: string[] = [];
  let room = width;
  for (const { text, paint = asItIs, whole } of parts) {
    const plain = plainCell(text);
    const gap = shown.length === 0 ? 0 : GAP.length;
    if (plain === "" || room - gap < 1) continue;
    if (whole && Bun.stringWidth(plain) > room - gap) continue;
    const cut = clip(plain, room - gap);
    shown.push(paint(cut));
    room -= gap + Bun.stringWidth(cut);
  }
  return shown.join(GAP);
}

const asItIs = (text: string) => text;
