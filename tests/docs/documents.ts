/** The documentation, as the tests read it. */
import { join } from "node:path";

export const ROOT = join(import.meta.dir, "../..");

/** Paths from the checkout. */
export const DOCUMENTS = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "AGENTS.md"],
  ...[...new Bun.Glob("docs/**/*.md").scanSync({ cwd: ROOT })].sort(),
] as const;

export function readDocument(path: string): Promise<string> {
  return Bun.file(join(ROOT, path)).text();
}

/** What stands in blocks of code: language and lines. */
export function codeBlocks(text: string): { language: string; lines: string[] }[] {
  return [...text.matchAll(/^ *```(\w*)[^\n]*\n([\s\S]*?)^ *```/gm)].map(([, language = "", code = ""]) => ({
    language,
    lines: code.replaceAll(/\\\n\s*/g, "").split("\n"),
  }));
}

/** The code spans of a line of text. */
export function codeSpans(text: string): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, "");
  return [...prose.matchAll(/`([^`]+)`/g)].map(([, code = ""]) => code.replaceAll("\n", " "));
}
