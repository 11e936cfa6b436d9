import { existsSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";

let home: string | null = null;

/** The home of daemons that a test gives none of their own: new, one a test file, and writable for every account. */
export function testHome(): string {
  // it went with what the file before had made
  if (home === null || !existsSync(home)) home = temporaryFolder("home");
  return home;
}

/** The home of a daemon that lives as long as its process: a run of many files removes it. */
export function hostHome(): string {
  const homes = process.env.TEST_HOMES;
  return homes === undefined ? temporaryFolder("home") : mkdtempSync(join(homes, "home-"));
}
