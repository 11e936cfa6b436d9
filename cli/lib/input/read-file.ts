import { readFile } from "node:fs/promises";
import { usageFailure } from "../failures/failure.ts";
import { readInput } from "./stdin.ts";

/** The text of a file that the command line names; `-` is standard input. Throws a usage failure when it can't be read. */
export async function readText(path: string, option?: string): Promise<string> {
  if (path === "-") return readInput();
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    const named = option === undefined ? path : `--${option}: ${path}`;
    throw usageFailure(`${named} can't be read (${error.code ?? error.message})`);
  });
}
