/** Everything on standard input; empty when it is closed. */
export async function readInput(): Promise<string> {
  try {
    return await Bun.stdin.text();
  } catch {
    return "";
  }
}

/** The first line of standard input, without its end. */
export async function readInputLine(): Promise<string> {
  const [line = ""] = (await readInput()).split(/\r?\n/, 1);
  return line;
}
