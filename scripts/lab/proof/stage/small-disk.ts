import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

export type SmallDisk = {
  /** Takes all room that is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  empty(): void;
  close(): void;
};

const SIZE = "600m";
const PIECE = Buffer.alloc(64 * 1024);

/** Mounts a small file system in memory at `folder`; null where that is not allowed. */
export function openDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", folder]);
  if (mounted.status !== 0) return null;
  // Postgres runs as another account than root
  chmodSync(folder, 0o755);
  const filler = join(folder, "filler");
  return {
    fill: () => fill(filler),
    empty: () => rmSync(filler, { force: true }),
    close: () => void spawnSync("umount", ["-l", folder]),
  };
}

/** Beside everything else that the run does: on a busy machine, this takes seconds. */
async function fill(path: string): Promise<void> {
  const file = await open(path, "w");
  try {
    for (;;) await file.write(PIECE);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOSPC") throw cause;
  } finally {
    await file.close();
  }
}
