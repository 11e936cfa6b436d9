import { BEL, ESC } from "./codes.ts";
import type { Area, Picture } from "./picture.ts";

/** Asks for the size of a character, which only terminals with iTerm's pictures know how to answer. */
export const ITERM_QUESTION = `${ESC}]1337;ReportCellSize${BEL}`;

/** A picture at the cursor (https://iterm2.com/documentation-images.html). */
export function itermPicture({ png }: Picture, { columns, rows }: Area): string {
  const place = `width=${columns};height=${rows};preserveAspectRatio=1`;
  const data = Buffer.from(png).toString("base64");
  return `${ESC}]1337;File=inline=1;size=${png.length};${place}:${data}${BEL}`;
}
