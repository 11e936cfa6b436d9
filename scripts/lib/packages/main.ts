/** Makes everything that Waypost can be installed from, for every kind of machine. */
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { packArchive } from "./archives.ts";
import { compileFor } from "./compile-for.ts";
import type { Archive, Contents } from "./contents.ts";
import { packDebian } from "./debian.ts";
import { packN8n } from "./n8n.ts";
import { packMain, packTarget } from "./npm.ts";
import { describeArchive, writeRelease } from "./release.ts";
import { fetchRuntimes, packageFolder } from "./runtimes.ts";
import { type Target, targetsNamed } from "./targets.ts";

export type PackageOptions = {
  /** The folder of files to publish: the subfolder `npm`, one for the version, and the files served beside that. */
  folder: string;
  /** Names of the targets. */
  targets: readonly string[];
  /** Address that the folder will be served at. Without it, there is no install script and no formula. */
  releases: string | null;
  withOptional: boolean;
  /** Called with the path of each file. */
  say: (path: string) => void;
};

const { version } = manifest;

/** Compiles the programs for each target, and packs them for npm, as archives and for Debian. Needs npm and dpkg-deb. */
export async function buildPackages(options: PackageOptions): Promise<void> {
  const { folder, say } = options;
  const targets = targetsNamed(options.targets);
  refuseForeign(folder);
  const drafts = join(folder, "drafts");
  for (const made of [join(folder, version), join(folder, "npm"), drafts]) {
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made, { recursive: true });
  }
  const runtimes = await fetchRuntimes(targets);
  try {
    say(await packMain(targets, drafts, join(folder, "npm")));
    say(await packN8n(drafts, join(folder, "npm")));
    const archives: Archive[] = [];
    for (const target of targets) archives.push(await packAll(target, runtimes, drafts, options));
    for (const path of await writeRelease(folder, version, archives, options.releases)) say(path);
  } finally {
    rmSync(drafts, { recursive: true, force: true });
  }
}

/** Packages replace those of an earlier run, so the folder is one of theirs, or empty. */
function refuseForeign(folder: string): void {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  if (names.length > 0 && !names.includes("drafts") && !names.includes("latest.json"))
    throw new Error(`${folder} has files that are no packages of Waypost: name a new or empty folder.`);
}

/** Makes all packages of one target; returns its archive. */
async function packAll(
  target: Target,
  runtimes: string,
  drafts: string,
  { folder, releases, withOptional, say }: PackageOptions,
): Promise<Archive> {
  const executables = join(drafts, "executables");
  await compileFor(target, runtimes, executables, { withOptional });
  const postgres = target.postgres === undefined ? null : packageFolder(runtimes, target.postgres);
  const contents: Contents = { target, version, executables, postgres, releases };
  say(await packTarget(contents, drafts, join(folder, "npm")));
  const archive = await packArchive(contents, drafts, join(folder, version));
  say(archive);
  if (target.libc === "glibc") say(await packDebian(contents, drafts, join(folder, version)));
  rmSync(executables, { recursive: true });
  return describeArchive(target, archive);
}
