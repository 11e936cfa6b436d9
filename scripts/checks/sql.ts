/** A rule about the functions in SQL: each has somebody who calls it, where one looks for that. */
import type { SourceFile } from "../lib/source.ts";

/** Its functions about ids and time are for all. */
const COMMON = "schema";

/** One sentence for every SQL function that nobody calls: no other SQL function, and no TypeScript file of its noun. */
export function checkSql(files: SourceFile[]): string[] {
  const sources = files.filter(({ path }) => path.startsWith("db/")).map(withoutComments);
  return sources.flatMap((file) => functionsOf(file).flatMap((name) => problemOf(name, file.path, sources)));
}

function problemOf(name: string, path: string, sources: SourceFile[]): string[] {
  const callers = sources.filter(({ text }) => calls(text, name)).map((caller) => caller.path);
  if (callers.some((caller) => caller.endsWith(".sql") || [noun(caller), COMMON].includes(noun(path))))
    return [];
  return [
    `${path} has ${name}, which ${callers.length === 0 ? "nobody calls" : `only ${callers.join(", ")} calls`}`,
  ];
}

/** The functions that a file makes. */
function functionsOf({ path, text }: SourceFile): string[] {
  if (!path.endsWith(".sql") || path.includes("/migrations/")) return [];
  return [...text.matchAll(/create or replace function (\w+)/g)].map(([, name = ""]) => name);
}

/** Whether a text calls a function, from SQL or as a trigger. */
function calls(text: string, name: string): boolean {
  return new RegExp(`(?<!replace function |function if exists )\\b${name}\\s*\\(`).test(text);
}

/** The folder of `db` that a file is in. */
function noun(path: string): string {
  return path.split("/")[1] ?? "";
}

function withoutComments({ path, text }: SourceFile): SourceFile {
  return { path, text: path.endsWith(".sql") ? text.replace(/\/\*[\s\S]*?\*\/|--.*/g, "") : text };
}
