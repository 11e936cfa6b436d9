import { usageFailure } from "../failures/failure.ts";
import { readText } from "./read-file.ts";

/** The JSON object an option gives: as it stands, as the name of a file, or `-` for standard input. */
export async function readJsonObject(option: string, source: string): Promise<Record<string, unknown>> {
  const isJson = source.trimStart().startsWith("{");
  return parse(option, isJson ? source : await readText(source, option));
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
