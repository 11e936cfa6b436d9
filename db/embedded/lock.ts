/**
 * Locks between processes that end with their holder, however it dies: a file's lock is the kernel's, where a
 * file with a process id in it would have to be believed. Bun offers no `flock`; SQLite, which is part of Bun,
 * locks the file it has open. Nothing is ever written to it.
 */
import { Database } from "bun:sqlite";

export type Lock = { release(): void };

/** Takes the lock of the file `path`, created when missing; null when somebody else, also of this process, holds it. */
export function tryLock(path: string): Lock | null {
  const database = new Database(path, { create: true });
  try {
    database.run("pragma busy_timeout = 0");
    // No second file beside this one.
    database.run("pragma journal_mode = memory");
    database.run("begin exclusive");
    return { release: () => database.close() };
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
}

/** Takes the lock of the file `path`, waiting for it at most `timeoutMs`; throws after that. */
export async function lock(path: string, timeoutMs: number): Promise<Lock> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const held = tryLock(path);
    if (held) return held;
    if (Date.now() > deadline)
      throw new Error(`Another process has held ${path} for ${timeoutMs / 1000} seconds.`);
    await Bun.sleep(20);
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "SQLITE_BUSY";
}
