import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let home: string | null = null;

/** The home of what this process starts: new, and removed when the process ends. */
export function stageHome(): string {
  if (home !== null) return home;
  const made = mkdtempSync(join(tmpdir(), "waypost-home-"));
  process.on("exit", () => rmSync(made, { recursive: true, force: true }));
  home = made;
  return made;
}
