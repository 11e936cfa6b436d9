import { CSI, ESC, ST } from "./codes.ts";
import type { Area, Picture } from "./picture.ts";

/** The most of a picture that one sequence may carry. */
const CHUNK = 4096;
/** Stands for a part of a picture (https://sw.kovidgoyal.net/kitty/graphics-protocol, "Unicode placeholders"). */
const PLACEHOLDER = "\u{10eeee}";
/** Says which row of the picture a placeholder begins: the first of kitty's `rowcolumn-diacritics.txt`. */
const ROWS = [
  ...[0x305, 0x30d, 0x30e, 0x310, 0x312, 0x33d, 0x33e, 0x33f, 0x346, 0x34a, 0x34b, 0x34c, 0x350, 0x351],
  ...[0x352, 0x357, 0x35b, 0x363, 0x364, 0x365, 0x366, 0x367, 0x368, 0x369, 0x36a, 0x36b, 0x36c, 0x36d],
].map((code) => String.fromCharCode(code));

/** As many rows can be said. */
export const MOST_ROWS = ROWS.length;

/** Asks whether pictures are understood, by one that is not kept. */
export const KITTY_QUESTION = `${ESC}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA${ST}`;

/** A picture at the cursor, which stays; `id` is below 2^24. */
export function kittySequences({ png }: Picture, id: number): string[] {
  return transmission(`a=T,f=100,i=${id},q=2,C=1`, png);
}

/** A picture that shows where its placeholders are written, whatever stands between the program and the terminal. */
export function kittyPlaced({ png }: Picture, id: number, { columns, rows }: Area): string[] {
  return transmission(`a=T,U=1,f=100,i=${id},q=2,c=${columns},r=${rows}`, png);
}

/** The placeholders of a picture, line by line: their colour is its id, and each continues the one before it. */
export function placeholders(id: number, { columns, rows }: Area): string[] {
  const colour = `${CSI}38;2;${id >> 16};${(id >> 8) & 255};${id & 255}m`;
  return ROWS.slice(0, rows).map(
    (row) => `${colour}${PLACEHOLDER}${row}${PLACEHOLDER.repeat(columns - 1)}${CSI}39m`,
  );
}

/** Has the terminal forget a picture. */
export function kittyErasure(id: number): string {
  return `${ESC}_Ga=d,d=I,i=${id},q=2${ST}`;
}

function transmission(keys: string, png: Uint8Array): string[] {
  const data = Buffer.from(png).toString("base64");
  const count = Math.max(1, Math.ceil(data.length / CHUNK));
  return Array.from({ length: count }, (_, index) => {
    const more = `m=${index + 1 < count ? 1 : 0}`;
    const chunk = data.slice(index * CHUNK, (index + 1) * CHUNK);
    return `${ESC}_G${index === 0 ? `${keys},` : "q=2,"}${more};${chunk}${ST}`;
  });
}
