import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { failure, usageFailure } from "../../lib/failures/failure.ts";

/** Writes files, given by their names, to a folder, and returns their paths. Rejects where one is there already. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<string[]> {
  await mkdir(folder, { recursive: true }).catch(refuse(folder));
  const paths: string[] = [];
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await writeFile(path, text, { flag: "wx" }).catch(refuse(path));
    paths.push(path);
  }
  return paths;
}

function refuse(path: string) {
  return ({ code, message }: NodeJS.ErrnoException): never => {
    if (code === "EEXIST") throw usageFailure(`${path} is already there`, "Name another folder.");
    throw failure(`${path} can't be written (${code ?? message})`);
  };
}
