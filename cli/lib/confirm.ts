import { createInterface } from "node:readline/promises";

/** Asks on standard error; only `y` and `yes` are a yes. Needs a terminal. */
export async function confirm(question: string): Promise<boolean> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await reader.question(`${question} [y/N] `);
    return ["y", "yes"].includes(answer.trim().toLowerCase());
  } finally {
    reader.close();
  }
}
