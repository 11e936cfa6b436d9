import { existsSync } from "node:fs";
import { temporaryFolder } from "./temporary-folder.ts";

let home: string | null = null;

/** The home of daemons that a test gives none of their own: new, one a test file, and writable for every account. */
export function testHome(): string {
  // it went with what the file before had made
  if (home === null || !existsSync(home)) home = temporaryFolder("home");
  return home;
}
