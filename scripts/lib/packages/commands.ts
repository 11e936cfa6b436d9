/** Runs the programs that packages are made with. */

/** Runs a program in `folder` and returns what it printed. Throws with that when it fails. */
export async function mustRun(command: string[], folder: string): Promise<string> {
  const child = Bun.spawn(command, { cwd: folder, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [output, errors] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (child.exitCode !== 0)
    throw new Error(`${command.slice(0, 3).join(" ")} failed:\n${output}${errors}`.trim());
  return output;
}
