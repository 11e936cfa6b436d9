/** The project's own files, as the checks see them. */
import { join } from "node:path";

/** A file by its path from the checkout, with `/` between folders. */
export type SourceFile = { path: string; text: string };

/** Every text file that the project's authors write. */
export async function readSources(root: string): Promise<SourceFile[]> {
  const found = PATTERNS.flatMap((pattern) => [...new Bun.Glob(pattern).scanSync({ cwd: root, dot: true })]);
  const paths = [...new Set(found)].sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await Bun.file(join(root, path)).text() })));
}

/** Several, because Bun's Glob finds nothing for braces within braces. */
const PATTERNS = [
  "*.{json,md,toml}",
  ".ci/*",
  "{cli,daemon,db,tests}/**/*.{ts,tsx,css,sql,json,md}",
  "scripts/**/*",
  "docs/**/*.md",
];

/** Whether the file is TypeScript. */
export function isCode(file: SourceFile): boolean {
  return /\.tsx?$/.test(file.path);
}
