/** Runs other programs for the scripts. */
import { join } from "node:path";

/** The checkout. */
export const ROOT = join(import.meta.dir, "../..");

/** Runs a program in the checkout and returns whether it succeeded and what it printed. */
export async function run(command: string[]): Promise<{ success: boolean; output: string }> {
  const child = Bun.spawn(command, { cwd: ROOT, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { success: child.exitCode === 0, output: `${output}${errors}`.trim() };
}

/** The command line of a program that a package brings, run by this Bun whether or not there is a Node. */
export function packageProgram(name: string, ...parameters: string[]): string[] {
  return [process.execPath, "--no-env-file", "run", "--silent", "--bun", name, ...parameters];
}
