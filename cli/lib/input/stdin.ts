import { decodeText } from "./decode.ts";

/** All text on standard input; empty when it is closed. Throws a usage failure when it is no text. */
export async function readInput(): Promise<string> {
  const bytes = await Bun.stdin.bytes().catch(() => new Uint8Array());
  return decodeText(bytes, "standard input");
}

let rest: Promise<string[]> | undefined;

/** The next line of standard input, without its end; empty when there is none. */
export async function readInputLine(): Promise<string> {
  rest ??= readInput().then((text) => text.split(/\r?\n/));
  return (await rest).shift() ?? "";
}
