/** The CLI in a pseudo-terminal, seen as a person sees it, and the terminal as it was left. */
import { Terminal } from "@xterm/headless";
import { cliCommand, cliEnvironment, newHome } from "../run-cli.ts";

export type Size = { columns: number; rows: number };
export const SIZES: readonly Size[] = [
  { columns: 80, rows: 24 },
  { columns: 200, rows: 50 },
];

/** How a program leaves the terminal it found: its exit code, and what the next one finds. */
export type Ending = {
  code: number;
  cursor: "visible" | "hidden";
  buffer: "normal" | "alternate";
  /** Lines that the terminal edits and echoes, or single keys. */
  input: "lines" | "keys";
  /** Reports that the next program would not expect. */
  reports: "none" | "mouse" | "paste";
};

export type Screen = {
  size: Size;
  /** The lines that can be seen, without spaces at their ends. */
  lines(): Promise<string[]>;
  /** Every byte that was written. */
  written(): string;
  /** Resolves with what can be seen once that shows this; rejects when the program ends without. */
  shows(text: string | RegExp): Promise<string>;
  /** Resolves when more has been written, or the program has ended. */
  changed(): Promise<unknown>;
  type(text: string): void;
  resize(size: Size): void;
  kill(signal: NodeJS.Signals): void;
  ended(): Promise<Ending>;
};

export type ScreenOptions = { env?: Record<string, string>; home?: string; size?: Size };

const PATIENCE_MS = 60_000;
/** termios(3): `c_lflag`. */
const ICANON = 2;
const ECHO = 8;

/** Runs the real CLI in a terminal of 80 by 24, unless another size is said. */
export function openScreen(words: readonly string[], options: ScreenOptions = {}): Screen {
  const { env = {}, home = newHome(), size = { columns: 80, rows: 24 } } = options;
  const seen = new Terminal({ cols: size.columns, rows: size.rows, allowProposedApi: true });
  const decoder = new TextDecoder();
  let written = "";
  let more = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const child = Bun.spawn(cliCommand(words), {
    env: cliEnvironment(home, env),
    terminal: {
      cols: size.columns,
      rows: size.rows,
      data(_, data) {
        written += decoder.decode(data, { stream: true });
        seen.write(data);
        more.resolve();
        more = Promise.withResolvers();
      },
      exit: () => close(),
    },
  });
  const { terminal } = child;
  if (terminal === undefined) throw new Error("there are no terminals here");
  const changed = () => more.promise;
  const lines = async () => {
    await new Promise<void>((resolve) => seen.write("", resolve));
    return linesOf(seen);
  };
  return {
    size,
    lines,
    written: () => written,
    changed: () => Promise.race([changed(), child.exited]),
    async shows(text) {
      const giveUpAt = Date.now() + PATIENCE_MS;
      while (true) {
        const change = changed();
        const hasEnded = child.exitCode !== null;
        const shown = (await lines()).join("\n");
        if (typeof text === "string" ? shown.includes(text) : text.test(shown)) return shown;
        if (hasEnded) throw new Error(`ended with ${child.exitCode} without ${text}:\n${shown}`);
        if (Date.now() > giveUpAt) {
          child.kill("SIGKILL");
          throw new Error(`does not show ${text}:\n${shown}`);
        }
        await Promise.race([change, child.exited, Bun.sleep(1_000)]);
      }
    },
    type: (text) => void terminal.write(text),
    resize(to) {
      seen.resize(to.columns, to.rows);
      terminal.resize(to.columns, to.rows);
    },
    kill: (signal) => child.kill(signal),
    async ended() {
      const code = await child.exited;
      // what it wrote last may be read after that
      await closed;
      await lines();
      const left = { ...endingOf(seen, written, terminal.localFlags), code };
      terminal.close();
      return left;
    },
  };
}

function linesOf({ buffer: { active }, rows }: Terminal): string[] {
  return Array.from(
    { length: rows },
    (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "",
  );
}

function endingOf({ buffer, modes }: Terminal, written: string, flags: number): Omit<Ending, "code"> {
  const isHidden = written.lastIndexOf("\u001b[?25l") > written.lastIndexOf("\u001b[?25h");
  return {
    cursor: isHidden ? "hidden" : "visible",
    buffer: buffer.active.type,
    input: flags & ICANON && flags & ECHO ? "lines" : "keys",
    reports: modes.mouseTrackingMode !== "none" ? "mouse" : modes.bracketedPasteMode ? "paste" : "none",
  };
}

/** A terminal as it should be left. */
export function clean(code: number): Ending {
  return { code, cursor: "visible", buffer: "normal", input: "lines", reports: "none" };
}
