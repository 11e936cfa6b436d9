/** The version before this one, for tests. */
import { extractVersionBefore } from "../../scripts/lib/version-before.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A folder with its source; null, and a line says why, where there is none. */
export async function versionBefore(): Promise<string | null> {
  const folder = temporaryFolder("version-before");
  const reason = await extractVersionBefore(folder);
  if (reason === null) return folder;
  process.stdout.write(`Two versions are not run side by side: ${reason}.\n`);
  return null;
}
