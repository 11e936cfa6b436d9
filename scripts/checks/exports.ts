/** Exports that nothing imports. */
import { posix } from "node:path";
import { isCode, type SourceFile } from "../lib/source.ts";

/**
 * `path: name` of every export of the sources that no other file imports, tests included. A type that its own
 * file uses later is not one of them: it names a part of something that is imported.
 */
export function deadExports(files: readonly SourceFile[]): string[] {
  const code = files.filter(isCode);
  const imported = new Set(code.flatMap(importedNames));
  return code
    .filter(({ path }) => !path.startsWith("tests/"))
    .filter(({ path }) => !imported.has(`${path}: *`))
    .flatMap(({ path, text }) => exportedNames(text).map((name) => `${path}: ${name}`))
    .filter((name) => !imported.has(name));
}

function exportedNames(text: string): string[] {
  return [...text.matchAll(DECLARED)].flatMap(([, kind = "", name = ""]) =>
    TYPES.includes(kind) && text.split(new RegExp(`\\b${name}\\b`)).length > 2 ? [] : [name],
  );
}

const DECLARED = /^export (?:async )?(const|let|function\*?|class|type|interface|enum) (\w+)/gm;
const TYPES = ["type", "interface"];

/** `path: name` of everything that a file takes from others; `path: *` where it takes whatever there is. */
function importedNames({ path, text }: SourceFile): string[] {
  const target = (specifier: string) => posix.join(posix.dirname(path), specifier);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = "", specifier = ""]) =>
    names.split(",").map((name) => `${target(specifier)}: ${originalName(name)}`),
  );
  const whole = [...text.matchAll(WHOLE)].map(([, specifier = ""]) => `${target(specifier)}: *`);
  return [...listed, ...whole];
}

const LISTED = /^(?:import|export) (?:type )?\{([^}]*)\} from "(\.[^"]+)"/gm;
/** Everything under one name, or a file that is loaded when it is needed. */
const WHOLE = /(?:^(?:import|export) \* (?:as \w+ )?from |\bimport\()"(\.[^"]+)"/gm;

/** `type One as Other` is One. */
function originalName(name: string): string {
  return (
    name
      .trim()
      .replace(/^type /, "")
      .split(" as ")[0] ?? ""
  );
}
