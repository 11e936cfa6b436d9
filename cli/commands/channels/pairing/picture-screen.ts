import { restoreOnInterrupt } from "../../../lib/terminal/interrupt.ts";
import type { Pictures } from "../../../lib/terminal/pictures/ask.ts";
import { CSI, ESC } from "../../../lib/terminal/pictures/codes.ts";
import { harmless } from "../../../lib/text/harmless.ts";
import type { Style } from "../../../lib/text/style.ts";
import { pictureOf } from "./code-picture.ts";
import type { Place } from "./place.ts";

/** A picture with words, on standard error, until it is taken away. */
export type PictureScreen = {
  /** Draws the picture if it is another one, and the words. */
  show(code: string, place: Place, words: readonly string[]): Promise<void>;
  /** Takes both away, and leaves the cursor where they began. */
  clear(): void;
};

const HIDE_CURSOR = `${CSI}?25l`;
const SHOW_CURSOR = `${CSI}?25h`;
/** Everything from the cursor on. */
const ERASE_BELOW = `${CSI}J`;
const ERASE_TO_THE_RIGHT = `${CSI}K`;

/** The cursor rests on the first character of what is drawn. */
export function openPictureScreen({ draw, erase }: Pictures, style: Style): PictureScreen {
  const { stderr } = process;
  let shown: { code: string; place: Place; release(): void } | null = null;

  function clear(): void {
    if (shown === null) return;
    shown.release();
    shown = null;
    stderr.write(`${erase}${ERASE_BELOW}${SHOW_CURSOR}`);
  }

  async function drawPicture(code: string, place: Place, lines: number): Promise<void> {
    const picture = await pictureOf(code, place.scale);
    clear();
    const height = place.isBelow ? place.area.rows + lines : Math.max(place.area.rows, lines);
    // what is below is scrolled up first: a picture at the end of the window would scroll by itself
    stderr.write(`${HIDE_CURSOR}${"\n".repeat(height)}${move(height, "A")}\r${draw(picture, place.area)}`);
    shown = { code, place, release: restoreOnInterrupt(clear) };
  }

  return {
    async show(code, place, words) {
      const isSame = shown?.code === code && JSON.stringify(shown.place) === JSON.stringify(place);
      if (!isSame) await drawPicture(code, place, words.length);
      const [top, left] = place.isBelow ? [place.area.rows, 0] : [0, place.area.columns + 1];
      const lines = words.map((line, row) => {
        const paint = row === 0 ? style.bold : row > 2 ? style.dim : String;
        return `${ESC}8${move(top + row, "B")}${move(left, "C")}${paint(harmless(line))}${ERASE_TO_THE_RIGHT}`;
      });
      stderr.write(`${ESC}7${lines.join("")}${ESC}8`);
    },
    clear,
  };
}

/** Moves the cursor; no steps are no move, though terminals would make one. */
function move(steps: number, direction: "A" | "B" | "C"): string {
  return steps === 0 ? "" : `${CSI}${steps}${direction}`;
}
