/** The version before this one, from the history of the checkout. */
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./run.ts";

/** The requirement for a version to run beside a later one: the same list of migrations, from its beginning. */
const SINCE = "db/schema/tables/access";

/**
 * Puts the source of the last release, or else of the last commit with other SQL, into a folder; it uses this version's
 * packages. Returns null, or the reason why there is none: no history, or a version before that was of its own.
 */
export async function extractVersionBefore(folder: string): Promise<string | null> {
  const commit = await findCommit();
  if (commit === null) return "this checkout has no history";
  if (!(await git("cat-file", "-e", `${commit}:${SINCE}`)).success)
    return "the version before this one could not run beside another";
  mkdirSync(folder, { recursive: true });
  const archive = join(folder, "source.tar");
  const packed = await git("archive", `--output=${archive}`, commit, ".", ":(exclude)tests");
  if (!packed.success) throw new Error(packed.output);
  await run(["tar", "--extract", "--file", archive, "--directory", folder]);
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return null;
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
