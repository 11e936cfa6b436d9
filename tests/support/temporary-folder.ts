import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();
/** The process that a folder belongs to. */
const OWNER = /^waypost-of-(\d+)-/;

/**
 * A new folder that is removed when the last test file of this run is done, whatever the result of its test; by the
 * next run, should this one be killed.
 */
export function temporaryFolder(name: string): string {
  if (made.size === 0) removeAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `waypost-of-${process.pid}-${name}-`));
  made.add(folder);
  return folder;
}

/** Removes the folders made here; for the end of the run. */
export function removeTemporaryFolders(): void {
  for (const folder of made) remove(folder);
  made.clear();
}

function removeAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = OWNER.exec(name)?.[1];
    if (owner === undefined || isRunning(Number(owner))) continue;
    try {
      remove(join(tmpdir(), name));
    } catch {
      // another account's
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (cause) {
    // EPERM: it is another account's
    return (cause as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** A program that is being killed may still write there. */
function remove(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
