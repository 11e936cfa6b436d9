import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const made = new Set<string>();

/** A new folder that is removed when the last test file of this run is done, whatever became of its test. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `waypost-${name}-`));
  made.add(folder);
  return folder;
}

/** Removes the folders made here; for the end of the run. */
export function removeTemporaryFolders(): void {
  // a program that is being killed may still write there
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
