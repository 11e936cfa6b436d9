import { ESC, ST } from "./codes.ts";
import type { Picture } from "./picture.ts";

/** Pixels, one above the other, in one character of sixel data. */
const BAND = 6;
/** Square pixels, and the two colours in percent of red, green and blue. */
const COLOURS = "#0;2;100;100;100#1;2;0;0;0";
/** A run is written with its length from here on. */
const LONG_RUN = 4;

/** A picture in sixels: DEC's VT340, and many terminals since (DEC STD 070, chapter 9). */
export function sixels(picture: Picture): string {
  const { size } = picture;
  const bands: string[] = [];
  for (let top = 0; top < size; top += BAND)
    bands.push(`#0${line(picture, top, false)}$#1${line(picture, top, true)}`);
  return `${ESC}P0;1q"1;1;${size};${size}${COLOURS}${bands.join("-")}${ST}`;
}

/** The pixels of one colour in a band, in runs. */
function line({ size, isDark }: Picture, top: number, dark: boolean): string {
  const height = Math.min(BAND, size - top);
  const bits = (column: number) => {
    let found = 0;
    for (let row = 0; row < height; row++) if (isDark(top + row, column) === dark) found |= 1 << row;
    return found;
  };
  let written = "";
  for (let column = 0; column < size; ) {
    const start = column;
    const pattern = bits(start);
    while (column < size && bits(column) === pattern) column++;
    written += run(String.fromCharCode(63 + pattern), column - start);
  }
  return written;
}

function run(character: string, length: number): string {
  return length < LONG_RUN ? character.repeat(length) : `!${length}${character}`;
}
