import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { MediaStore } from "./store.ts";

/** Stores files in a folder of the data directory. A rename within one disk makes each appear whole. */
export function createFolderStore(folder: string): MediaStore {
  const pathOf = (key: string) => join(folder, "files", key);
  return {
    async put(key, path) {
      await mkdir(dirname(pathOf(key)), { recursive: true, mode: 0o700 });
      await rename(path, pathOf(key));
    },
    async open(key, range) {
      const file = Bun.file(pathOf(key));
      if (!(await file.exists())) return null;
      return range === null ? file.stream() : file.slice(range.start, range.end + 1).stream();
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
