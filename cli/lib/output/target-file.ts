import { rmSync } from "node:fs";
import { type FileHandle, open, readlink, realpath, rename, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { failure, usageFailure } from "../failures/failure.ts";

/** A file that is being written under a name the user gave. */
export type TargetFile = {
  /** Throws exit 1 when there is no room, for example. */
  write(piece: Uint8Array): Promise<void>;
  /** Gives it its name, whole. */
  keep(): Promise<void>;
  /** Leaves nothing of it; does nothing once it is kept. */
  drop(): void;
};

/**
 * Opens a file to be written. A file has its name only once it is whole: half a file is worse than none. The file that
 * a link leads to takes its place, not the link's; a device or a pipe is written to as it is. Throws a usage failure
 * when there can be none of that name.
 */
export async function openTarget(path: string): Promise<TargetFile> {
  const opened = await openAt(path).catch((error) => {
    throw usageFailure(unwritable(path, error));
  });
  const { handle, partial, target } = opened;
  const orFail = (error: NodeJS.ErrnoException): never => {
    throw failure(unwritable(path, error), { code: "file_unwritable", cause: error });
  };
  return {
    write: (piece) => handle.writeFile(piece).catch(orFail),
    async keep() {
      // some file systems say only now that there is no room
      await handle.close().catch(orFail);
      if (partial !== null) await rename(partial, target).catch(orFail);
    },
    drop() {
      handle.close().catch(() => {});
      if (partial !== null) rmSync(partial, { force: true });
    },
  };
}

type Opened = { handle: FileHandle; target: string; partial: string | null };

async function openAt(path: string): Promise<Opened> {
  const known = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (known !== null && !known.isFile())
    return { handle: await open(path, "w"), target: path, partial: null };
  const target = known === null ? await endOfLinks(path) : await realpath(path);
  const partial = `${target}.${crypto.randomUUID().slice(0, 8)}.part`;
  return { handle: await open(partial, "wx", known?.mode), target, partial };
}

/** Where a name leads at which there is nothing yet. */
async function endOfLinks(path: string): Promise<string> {
  const next = await readlink(path).catch(() => null);
  return next === null ? path : await endOfLinks(resolve(dirname(path), next));
}

function unwritable(path: string, { code, message }: NodeJS.ErrnoException): string {
  return `${path} can't be written (${code ?? message})`;
}
