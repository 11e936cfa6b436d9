/** Prints a line for the person who started it. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
