/** A command that runs in a real terminal, and what that terminal shows. */
import { join } from "node:path";
import { Terminal } from "@xterm/headless";
import { ROOT } from "../run.ts";

export type Size = {
  columns: number;
  rows: number;
  /** The command takes the whole screen, and no prompt is seen. */
  isWhole?: true;
};

export type Recording = {
  terminal: Terminal;
  /** The lines on the screen now, without spaces at their ends and empty ones below. */
  lines(): string[];
  /** Resolves once the screen is drawn and matches; rejects when the command ends without that, or after half a minute. */
  until(pattern: RegExp): Promise<void>;
  /** Types it, as a person would. */
  type(text: string): void;
  /** The exit code, once everything that was written is on the screen. */
  exited: Promise<number>;
  /** Ends the command when it still runs. */
  end(): Promise<void>;
};

/** Runs `waypost` with these words in a terminal of this size, below a prompt that shows them where there is room. */
export function record(
  words: readonly string[],
  environment: Record<string, string>,
  { columns, rows, isWhole }: Size,
): Recording {
  const height = isWhole ? rows : rows + 1;
  const terminal = new Terminal({ cols: columns, rows: height, allowProposedApi: true });
  if (!isWhole)
    terminal.write(`\u001b[32m$\u001b[39m \u001b[1mwaypost ${words.map(quoted).join(" ")}\u001b[22m\r\n`);
  let notify = () => {};
  const written = () => notify();
  const child = Bun.spawn([process.execPath, "--no-env-file", "run", MAIN, ...words], {
    env: environment,
    terminal: { cols: columns, rows, data: (_, data) => terminal.write(data, written) },
  });
  const exited = child.exited.then(async (code) => {
    await new Promise<void>((resolve) => terminal.write("", resolve));
    return code;
  });
  const lines = () => linesOf(terminal);
  return {
    terminal,
    lines,
    type: (text) => void child.terminal?.write(text),
    exited,
    async until(pattern) {
      const giveUp = Bun.sleep(LONGEST_WAIT_MS).then(() => "nothing more came");
      const end = Promise.race([giveUp, exited.then((code) => `it ended with ${code}`)]);
      let over: string | undefined;
      while (!isComplete(terminal) || !pattern.test(lines().join("\n"))) {
        if (over !== undefined) throw new Error(`${over}, before ${pattern}:\n${lines().join("\n")}`);
        const change = new Promise<undefined>((resolve) => {
          notify = () => resolve(undefined);
        });
        over = await Promise.race([change, end]);
      }
    },
    async end() {
      child.kill();
      await exited;
    },
  };
}

/** Not in the middle of a drawing (mode 2026, "synchronized output"), which may come in several pieces. */
function isComplete(terminal: Terminal): boolean {
  return !terminal.modes.synchronizedOutputMode;
}

const LONGEST_WAIT_MS = 30_000;
const MAIN = join(ROOT, "cli/main.ts");

/** The lines that a terminal shows, without spaces at their ends and empty ones below. */
export function linesOf(terminal: Terminal): string[] {
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: terminal.rows },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
  );
  return lines.slice(0, lines.findLastIndex((line) => line !== "") + 1);
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
