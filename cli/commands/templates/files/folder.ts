import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { readText } from "../../../lib/input/read-file.ts";
import { isObject } from "../../../lib/values/objects.ts";
import { formatOf, parseTemplate } from "./template-file.ts";
import { isWithin } from "./within.ts";

/** A file of a folder, and what it holds: an object, or (a sentence) why it can't be read. */
export type FolderFile = { folder: string; file: string; value: Record<string, unknown> | string };

const MOST_BYTES = 256 * 1024;

/** The files of templates in a folder, by their names. Rejects with a usage failure when it can't be read. */
export async function readFolder(folder: string): Promise<FolderFile[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${folder} can't be read (${error.code ?? error.message})`);
  });
  const files = names.filter((name) => formatOf(name) !== null && !name.startsWith(".")).sort();
  return await Promise.all(files.map((file) => readTemplate(folder, file)));
}

/** One file of a folder; whatever is wrong with it is in its value. */
export async function readTemplate(folder: string, file: string): Promise<FolderFile> {
  const path = join(folder, file);
  try {
    if (!(await isWithin(folder, file)))
      return { folder, file, value: "a link that leads out of the folder" };
    if ((await stat(path)).size > MOST_BYTES) return { folder, file, value: "larger than 256 KB" };
    const value = parseTemplate(await readText(path), formatOf(file) ?? "yaml");
    return { folder, file, value: isObject(value) ? value : "it holds no template" };
  } catch (error) {
    return { folder, file, value: error instanceof Error ? error.message : String(error) };
  }
}
