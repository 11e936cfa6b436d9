/** The QR code on a terminal, as a camera would read it. */
import { type IBufferCell, Terminal } from "@xterm/headless";
import jsQR from "jsqr";
import type { TerminalRun } from "./run-cli.ts";
import { linesOf } from "./screen.ts";

/** The QR code that a terminal of this size shows after this text; null if none. */
export async function qrOnScreen(written: string, columns: number, rows: number): Promise<string | null> {
  const terminal = new Terminal({ cols: columns, rows, allowProposedApi: true });
  await new Promise<void>((resolve) => terminal.write(written, resolve));
  const { active } = terminal.buffer;
  const lines = Array.from({ length: rows }, (_, row) => active.getLine(active.baseY + row));
  const cells = lines.map((line) => Array.from({ length: columns }, (_, column) => line?.getCell(column)));
  return readQr(cells, columns, rows);
}

/** The QR code that a program shows, as soon as it does; rejects when it ends without one, with what it shows then. */
export async function qrShownBy(run: TerminalRun, columns: number, rows: number): Promise<string> {
  let ended: number | undefined;
  void run.exited.then((code) => {
    ended = code;
  });
  while (ended === undefined) {
    // before the screen is read, so that no change is missed
    const change = run.changed();
    const written = run.screen();
    // a picture is looked through only once there is one
    const qr = BLOCKS.test(written) ? await qrOnScreen(written, columns, rows) : null;
    if (qr !== null) return qr;
    await change;
  }
  const screen = await linesOf(run.screen(), { cols: columns, rows });
  throw new Error(`ended with ${ended}, and shows no QR code:\n${screen.join("\n")}`);
}

/** Codes are drawn with half blocks or sextants. */
const BLOCKS = /[▀▄█▌▐\u{1fb00}-\u{1fb3b}]/u;

/** Pixels of a character: as high as two modules and as wide as one, or two of two thirds. */
const WIDTH = 6;
const HEIGHT = 12;
/** Of a character, each of one colour in all that codes are drawn with: halves, two pixels high. */
const PARTS = HEIGHT;

function readQr(
  cells: ReadonlyArray<ReadonlyArray<IBufferCell | undefined>>,
  columns: number,
  rows: number,
): string | null {
  const [width, height] = [columns * WIDTH, rows * HEIGHT];
  const pixels = new Uint32Array(width * height).fill(0xffffffff);
  for (const [row, line] of cells.entries()) {
    for (const [column, cell] of line.entries()) {
      if (cell === undefined) continue;
      for (let part = 0; part < PARTS; part++) {
        const x = (part % 2) * (WIDTH / 2);
        const y = Math.floor(part / 2) * 2;
        const grey = 0xff000000 + Math.floor(shade(cell, x, y)) * 0x10101;
        for (const start of [y, y + 1].map((at) => (row * HEIGHT + at) * width + column * WIDTH + x))
          pixels.fill(grey, start, start + WIDTH / 2);
      }
    }
  }
  return jsQR(new Uint8ClampedArray(pixels.buffer), width, height)?.data ?? null;
}

/** A terminal is dark with light text, where a program does not say otherwise. */
function shade(cell: IBufferCell, x: number, y: number): number {
  const foreground = cell.isFgDefault() ? 220 : brightness(cell.getFgColor());
  const background = cell.isBgDefault() ? 20 : brightness(cell.getBgColor());
  return isInked(cell.getChars(), x, y) ? foreground : background;
}

function brightness(colour: number): number {
  return (((colour >> 16) & 255) + ((colour >> 8) & 255) + (colour & 255)) / 3;
}

/** Whether a block character covers a pixel of its place (Unicode, "Block Elements" and "Legacy Computing"). */
function isInked(character: string, x: number, y: number): boolean {
  const isLeft = x < WIDTH / 2;
  if (character === "█") return true;
  if (character === "▀") return y < HEIGHT / 2;
  if (character === "▄") return y >= HEIGHT / 2;
  if (character === "▌") return isLeft;
  if (character === "▐") return !isLeft;
  const index = (character.codePointAt(0) ?? 0) - 0x1fb00;
  if (index < 0 || index > 59) return false;
  const pattern = [0, 21, 42].reduce((bits, older) => (bits >= older ? bits + 1 : bits), index);
  return (pattern & (1 << (Math.floor(y / (HEIGHT / 3)) * 2 + (isLeft ? 0 : 1)))) !== 0;
}
