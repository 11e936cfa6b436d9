/** The version before this one, from the history of the checkout. */
import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "../../scripts/lib/run.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** What a version needs to have to run beside a later one. */
const SINCE = "db/functions/function-schema.ts";

/**
 * A folder with the source of the last release, or else of the last commit with other SQL; it uses this
 * version's packages. Null, and a line says why, where there is no history, or the version before was of its own.
 */
export async function versionBefore(): Promise<string | null> {
  const commit = await findCommit();
  if (commit === null) return without("this checkout has no history");
  if (!(await git("cat-file", "-e", `${commit}:${SINCE}`)).success)
    return without("the version before this one could not run beside another");
  const folder = temporaryFolder("version-before");
  const archive = join(folder, "source.tar");
  const packed = await git("archive", `--output=${archive}`, commit, ".", ":(exclude)tests");
  if (!packed.success) throw new Error(packed.output);
  await run(["tar", "--extract", "--file", archive, "--directory", folder]);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

async function findCommit(): Promise<string | null> {
  if (!existsSync(join(ROOT, ".git"))) return null;
  const tagged = await git("describe", "--tags", "--abbrev=0", "--match", "v*", "HEAD^");
  if (tagged.success) return tagged.output.trim();
  const changed = await git("log", "-1", "--format=%H", "--", ":(glob)db/**/*.sql");
  const before = await git("rev-parse", "--verify", "--quiet", `${changed.output.trim()}^`);
  return before.success ? before.output.trim() : null;
}

const git = (...words: string[]) => run(["git", "-C", ROOT, ...words]);

function without(reason: string): null {
  process.stdout.write(`Two versions are not run side by side: ${reason}.\n`);
  return null;
}
