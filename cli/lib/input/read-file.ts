import { readFile } from "node:fs/promises";
import { usageFailure } from "../failures/failure.ts";
import { decodeText } from "./decode.ts";
import { readInput } from "./stdin.ts";

/** The text of a file that the command line names; `-` is standard input. Throws a usage failure when it can't be read. */
export async function readText(path: string, option?: string): Promise<string> {
  if (path === "-") return readInput();
  const named = option === undefined ? path : `--${option}: ${path}`;
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${named} can't be read (${error.code ?? error.message})`);
  });
  return decodeText(bytes, named);
}
