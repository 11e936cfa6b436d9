import { FOR_COMMANDS } from "../../scripts/lib/short-runs.ts";
import { cliProgram } from "../support/programs.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

export type RunOptions = {
  env?: Record<string, string>;
  stdin?: string | null;
  home?: string;
  /** Whether it must be the checkout's own, though the run has compiled one. */
  isSource?: boolean;
};
export type TerminalOptions = Pick<RunOptions, "env" | "home"> & { columns?: number; rows?: number };
export type Run = { code: number; stdout: string; stderr: string };

/** A fresh home folder, so that no test sees the profiles of another or of the developer. */
export function newHome(): string {
  return temporaryFolder("cli");
}

/** The command that runs the CLI, without loading the `.env` of the folder. */
export function cliCommand(args: readonly string[], isSource = false): string[] {
  return [...cliProgram({ isSource }), ...args];
}

export function cliEnvironment(home: string, env: Record<string, string> = {}): Record<string, string> {
  return { HOME: home, PATH: process.env.PATH ?? "", TERM: "xterm-256color", ...FOR_COMMANDS, ...env };
}

/** Runs the real CLI to its end without a terminal. `stdin: null` is an empty one. */
export async function runCli(
  args: readonly string[],
  { env = {}, stdin = null, home, isSource = false }: RunOptions = {},
): Promise<Run> {
  const child = Bun.spawn(cliCommand(args, isSource), {
    env: cliEnvironment(home ?? newHome(), env),
    stdin: stdin === null ? "ignore" : new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, stdout, stderr };
}

export type TerminalRun = {
  /** Everything the program has written to the terminal so far. */
  screen(): string;
  type(text: string): void;
  /** Resolves when something more has been written, or the program has ended. */
  changed(): Promise<unknown>;
  /** Resolves once the text has appeared; rejects when the program ends without it. */
  until(text: string): Promise<void>;
  exited: Promise<number>;
};

/** Runs the real CLI in a pseudo-terminal. */
export function runCliInTerminal(
  args: readonly string[],
  { env = {}, home, ...size }: TerminalOptions = {},
): TerminalRun {
  return runInTerminal(cliCommand(args), cliEnvironment(home ?? newHome(), env), size);
}

export function runInTerminal(
  command: string[],
  env: Record<string, string>,
  { columns = 100, rows = 24 }: Pick<TerminalOptions, "columns" | "rows"> = {},
): TerminalRun {
  const decoder = new TextDecoder();
  let written = "";
  let more = Promise.withResolvers<void>();
  const { promise: closed, resolve: close } = Promise.withResolvers<void>();
  const child = Bun.spawn(command, {
    env,
    terminal: {
      cols: columns,
      rows,
      data: (_, data) => {
        written += decoder.decode(data, { stream: true });
        more.resolve();
        more = Promise.withResolvers();
      },
      exit: () => close(),
    },
  });
  // what it wrote last may be read after it has ended
  const exited = child.exited.then((code) => closed.then(() => code));
  return {
    screen: () => written,
    type: (text) => void child.terminal?.write(text),
    exited,
    changed: () => Promise.race([more.promise, exited]),
    async until(text) {
      while (!written.includes(text)) {
        const ended = exited.then(() => {
          if (!written.includes(text)) throw new Error(`ended without ${text}: ${written}`);
        });
        await Promise.race([more.promise, ended]);
      }
    },
  };
}
