/** How long functions are, as Biome lays them out: its indentation shows where each begins and ends. */
import { isCode, type SourceFile } from "../lib/source.ts";

/** The lines of every function that has a body in braces, from its first line to its last. */
export function functionLines(files: readonly SourceFile[]): number[] {
  return files.filter(isCode).flatMap(({ text }) => {
    const lines = text.split("\n");
    return lines.flatMap((_, index) => lengthAt(lines, index) ?? []);
  });
}

/** Null where no function's body begins. */
function lengthAt(lines: readonly string[], index: number): number | null {
  const line = lines[index] ?? "";
  if (!line.endsWith("{")) return null;
  const start = firstLine(lines, index);
  if (!BODY.test(line) || STATEMENT.test(lines[start] ?? "")) return null;
  const indentation = indentationOf(line);
  const end = lines.findIndex(
    (other, at) => at > index && indentationOf(other) === indentation && other.trim().startsWith("}"),
  );
  return end === -1 ? null : end - start + 1;
}

/** A body begins behind an arrow, or behind parameters with or without the type of the result. */
const BODY = /(?:=> \{|\)(?:: .+)? \{)$/;
const STATEMENT = /^\s*(?:\} )?(?:if|else|for|while|switch|catch|do)\b/;

/** Parameters that don't fit on a line stand on lines of their own, between two of the same indentation. */
function firstLine(lines: readonly string[], index: number): number {
  const line = lines[index] ?? "";
  if (!/^\s*[)}\]]/.test(line) || STATEMENT.test(line)) return index;
  const indentation = indentationOf(line);
  return lines.findLastIndex(
    (other, at) => at < index && other.trim() !== "" && indentationOf(other) === indentation,
  );
}

function indentationOf(line: string): number {
  return line.length - line.trimStart().length;
}
