import { interrupted } from "../failures/failure.ts";
import { restoreOnInterrupt } from "../terminal/interrupt.ts";
import { harmless } from "../text/harmless.ts";

const CTRL_C = "\u0003";
const CTRL_D = "\u0004";
const CTRL_U = "\u0015";
const BACKSPACE = ["\u007f", "\b"];
/** What terminals put around pasted text. */
const PASTE_MARKS = ["\u001b[200~", "\u001b[201~"];

/**
 * Asks on standard error and reads one line without showing it. Needs a
 * terminal. Ctrl-C ends the command with 130; Ctrl-D ends the line.
 */
export async function promptHidden(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const restore = () => void stdin.setRawMode(false);
  const release = restoreOnInterrupt(restore);
  // Before the question: the user may type as soon as it is shown.
  stdin.setRawMode(true);
  stderr.write(harmless(question));
  try {
    return await readTypedLine(stdin);
  } finally {
    restore();
    release();
    stdin.pause();
    stderr.write("\n");
  }
}

function readTypedLine(stdin: NodeJS.ReadStream): Promise<string> {
  return new Promise((resolve, reject) => {
    let line = "";
    const finish = (settle: () => void) => {
      stdin.off("data", take).off("end", end);
      settle();
    };
    const end = () => finish(() => resolve(line));
    const take = (chunk: Buffer) => {
      for (const character of withoutPasteMarks(chunk.toString("utf8"))) {
        if (character === CTRL_C) return finish(() => reject(interrupted()));
        if (character === "\r" || character === "\n" || character === CTRL_D) return end();
        line = edit(line, character);
      }
    };
    // The question before this one has paused it.
    stdin.on("data", take).on("end", end).resume();
  });
}

function withoutPasteMarks(text: string): string {
  return PASTE_MARKS.reduce((rest, mark) => rest.replaceAll(mark, ""), text);
}

function edit(line: string, character: string): string {
  if (BACKSPACE.includes(character)) return line.slice(0, -1);
  if (character === CTRL_U) return "";
  return character < " " ? line : line + character;
}
