import { createInterface } from "node:readline";
import { interrupted } from "../failures/failure.ts";
import { restoreOnInterrupt } from "../terminal/interrupt.ts";
import { harmless } from "../text/harmless.ts";

/** Asks on standard error; only `y` and `yes` are a yes. Needs a terminal. Ctrl-C and Ctrl-D end the command with 130. */
export async function confirm(question: string): Promise<boolean> {
  return ["y", "yes"].includes((await ask(`${question} [y/N] `)).toLowerCase());
}

/** Asks on standard error for a line, without the spaces around it. Needs a terminal. Ctrl-C and Ctrl-D as above. */
export async function ask(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const leaveLine = () => void stderr.write("\n");
  const release = restoreOnInterrupt(leaveLine);
  stderr.write(harmless(question));
  const line = await readLine(stdin).finally(release);
  if (line !== null) return line.trim();
  leaveLine();
  throw interrupted();
}

/** A line as the terminal's own editing leaves it, so that nothing has to be restored; null for Ctrl-D. */
async function readLine(input: NodeJS.ReadStream): Promise<string | null> {
  const reader = createInterface({ input, terminal: false });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  reader.once("line", resolve).once("close", () => resolve(null));
  return await promise.finally(() => reader.close());
}
