/** How full folders are. */
import { posix } from "node:path";
import type { SourceFile } from "../lib/source.ts";

const MOST_FILES = 25;

export type Folder = { path: string; files: number };

/** One sentence for every folder that is too full, and for every file of the daemon that has no folder. */
export function checkFolders(files: readonly SourceFile[]): string[] {
  return [
    ...foldersOf(files)
      .filter((folder) => folder.files > MOST_FILES)
      .map((folder) => `${folder.path} has ${folder.files} files; ${MOST_FILES} are the most`),
    ...looseFiles(files)
      .filter((path) => path !== "daemon/main.ts")
      .map((path) => `${path} has no folder; daemon/main.ts is the only one without`),
  ];
}

/** The folders of sources, the fullest first. Migrations, which only grow more, are left out. */
export function foldersOf(files: readonly SourceFile[]): Folder[] {
  const sources = files.filter(({ path }) => /^(?:cli|daemon|db|scripts)\/.*\.(?:tsx?|sql)$/.test(path));
  return [...Map.groupBy(sources, ({ path }) => posix.dirname(path))]
    .map(([path, inside]) => ({ path, files: inside.length }))
    .filter(({ path }) => !path.endsWith("/migrations"))
    .sort((one, other) => other.files - one.files);
}

/** The files of the daemon that are in no folder of it. */
export function looseFiles(files: readonly SourceFile[]): string[] {
  return files.map(({ path }) => path).filter((path) => /^daemon\/[^/]+$/.test(path));
}
