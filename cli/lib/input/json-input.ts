import { readFile } from "node:fs/promises";
import { usageFailure } from "../failures/failure.ts";
import { readInput } from "./stdin.ts";

/** The JSON object an option gives: as it stands, as the name of a file, or `-` for standard input. */
export async function readJsonObject(option: string, source: string): Promise<Record<string, unknown>> {
  return parse(option, await read(option, source));
}

async function read(option: string, source: string): Promise<string> {
  if (source === "-") return readInput();
  if (source.trimStart().startsWith("{")) return source;
  return readFile(source, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`--${option}: ${source} can't be read (${error.code ?? error.message})`);
  });
}

function parse(option: string, text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw usageFailure(`--${option} is not JSON`);
  }
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw usageFailure(`--${option} must be a JSON object`);
}
