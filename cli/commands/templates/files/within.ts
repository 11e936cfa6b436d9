import { realpath } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";

/** Whether a path leads to something within a folder, through whatever links; what is not there does. */
export async function isWithin(folder: string, path: string): Promise<boolean> {
  const [home, target] = await Promise.all([
    realpath(folder),
    realpath(join(folder, path)).catch(() => null),
  ]);
  if (target === null) return true;
  const way = relative(home, target);
  return way !== ".." && !way.startsWith("../") && !isAbsolute(way);
}
