import type { Style } from "../../../lib/text/style.ts";
import type { Change } from "./changes.ts";

/** Changes as lines: what Meta has with a minus, what the file says with a plus. */
export function changeLines(changes: readonly Change[], style: Style): string[] {
  return changes.flatMap(({ path, at_meta, in_file }) => [
    `    ${style.dim(path)}`,
    ...linesOf(at_meta).map((line) => style.red(`    - ${line}`)),
    ...linesOf(in_file).map((line) => style.green(`    + ${line}`)),
  ]);
}

function linesOf(value: unknown): string[] {
  if (value === undefined) return [];
  return (typeof value === "string" ? value : JSON.stringify(value)).split("\n");
}
