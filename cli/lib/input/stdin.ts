/** Everything on standard input; empty when it is closed. */
export async function readInput(): Promise<string> {
  try {
    return await Bun.stdin.text();
  } catch {
    return "";
  }
}

let rest: Promise<string[]> | undefined;

/** The next line of standard input, without its end; empty when there is none. */
export async function readInputLine(): Promise<string> {
  rest ??= readInput().then((text) => text.split(/\r?\n/));
  return (await rest).shift() ?? "";
}
