import { temporaryFolder } from "./temporary-folder.ts";

let home: string | null = null;

/** The home of daemons that a test gives none of their own: new, one a process, and writable for every account. */
export function testHome(): string {
  home ??= temporaryFolder("home");
  return home;
}
