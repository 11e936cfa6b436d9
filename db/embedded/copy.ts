/** Copies of Postgres's programs, for when they can't be run where the package manager put them. */
import { accessSync, constants, existsSync, lstatSync } from "node:fs";
import { chmod, cp, lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Copies the folder `source` to `name` below `parent`, or below a folder that every account can reach when
 * that is null, and returns the copy's path. `finish` runs on the copy before it appears under its name, so it
 * is complete or absent, and two processes at once do no harm.
 */
export async function copyTree(
  source: string,
  name: string,
  parent: string | null,
  finish: (copy: string) => boolean,
): Promise<string> {
  const folder = parent ?? sharedFolder();
  await mkdir(folder, { recursive: true, mode: 0o755 });
  // Others must not be able to put programs there for us to run.
  if (lstatSync(folder).uid !== process.getuid?.()) throw new Error(`${folder} belongs to another user.`);
  if (lstatSync(folder).mode & 0o022) throw new Error(`${folder} can be written by others: chmod go-w it.`);
  const copy = join(folder, name);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${crypto.randomUUID()}`;
  try {
    await cp(source, draft, { recursive: true, verbatimSymlinks: true });
    await openToAll(draft);
    if (!finish(draft)) throw new Error(`Postgres's programs could not be copied to ${folder}.`);
    await rename(draft, copy).catch(() => undefined);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return copy;
}

function sharedFolder(): string {
  try {
    accessSync("/var/cache", constants.W_OK);
    return "/var/cache/waypost";
  } catch {
    return join(tmpdir(), "waypost-programs");
  }
}

/** Lets everybody read and run what its owner may: the files may have been unpacked under a strict umask. */
async function openToAll(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  for (const path of [folder, ...names.map((name) => join(folder, name))]) {
    const status = await lstat(path);
    if (status.isSymbolicLink()) continue;
    const forOwner = status.mode & 0o500;
    await chmod(path, (status.mode & 0o777) | (forOwner >> 3) | (forOwner >> 6));
  }
}
