import { createInterface } from "node:readline/promises";
import { interrupted } from "./failure.ts";

/** Asks on standard error; only `y` and `yes` are a yes. Needs a terminal. Ctrl-C and Ctrl-D end the command with 130. */
export async function confirm(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    return ["y", "yes"].includes(answer.trim().toLowerCase());
  } catch {
    process.stderr.write("\n");
    throw interrupted();
  } finally {
    reader.close();
  }
}
