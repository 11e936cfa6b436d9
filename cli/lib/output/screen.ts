import { restoreOnInterrupt } from "../terminal/interrupt.ts";

/** A page of its own on the terminal, which is drawn again and again, and gone with all that it showed in the end. */
export type Screen = { draw(text: string): void; close(): void };

/** xterm's second page and back; ECMA-48's own are below. */
const ENTER = "\u001b[?1049h";
const LEAVE = "\u001b[?1049l";

/** Opens the page; `rows` says how many lines it has now. It is closed when the process is interrupted, too. */
export function openScreen(stream: NodeJS.WriteStream, rows: () => number): Screen {
  const leave = () => void stream.write(LEAVE);
  const release = restoreOnInterrupt(leave);
  stream.write(ENTER);
  return {
    draw: (text) => void stream.write(inPlace(text.trimEnd().split("\n").slice(0, rows()))),
    close() {
      release();
      leave();
    },
  };
}

/** ECMA-48, 8.3.21, 8.3.41 and 8.3.39: from the first place on, each line erased to its end, then all that is below. */
function inPlace(lines: readonly string[]): string {
  return `\u001b[H${lines.map((line) => `${line}\u001b[K`).join("\r\n")}\u001b[J`;
}
