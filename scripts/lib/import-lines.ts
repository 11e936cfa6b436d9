/** Which file imports which, as the text of the files says. */
import { posix } from "node:path";
import { isCode, type SourceFile } from "./source.ts";

/** One import of one of the project's files by another. */
export type Import = { from: string; to: string; typeOnly: boolean };

/**
 * Relative imports only. Type-only ones are wanted too, which Bun's own scanner leaves out because they are
 * erased. A word before `from` or `import(` inside a string would be taken for one; none is written so here.
 */
export function readImports(files: readonly SourceFile[]): Import[] {
  return files.filter(isCode).flatMap((file) =>
    [...file.text.matchAll(IMPORT)].map((match) => ({
      from: file.path,
      to: posix.join(posix.dirname(file.path), match.groups?.static ?? match.groups?.dynamic ?? ""),
      typeOnly: match.groups?.type !== undefined,
    })),
  );
}

const IMPORT =
  /^(?:import|export)\s+(?<type>type\s+)?(?:[\w*{][^;"]*?from\s+)?"(?<static>\.[^"]+)"|\bimport\("(?<dynamic>\.[^"]+)"\)/gm;
