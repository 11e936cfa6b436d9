/** The archives that the install script and Homebrew unpack: the executables, and the embedded Postgres beside them. */
import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeLinks } from "../../../db/embedded/binaries.ts";
import { librariesIn, libraryNotices } from "../library-notices.ts";
import { RULE } from "../notices.ts";
import { ROOT } from "../run.ts";
import { mustRun } from "./commands.ts";
import { type Contents, installationFile } from "./contents.ts";

/** Packs one target into `folder`: an archive with one folder in it, the same whenever it is packed again. */
export async function packArchive(contents: Contents, drafts: string, folder: string): Promise<string> {
  const { target, version, releases } = contents;
  const name = `waypost-${version}-${target.name}`;
  const draft = join(drafts, "archives", name);
  layOut(contents, draft);
  // the install script says in its place that it was the script
  const installed = {
    by: "archive",
    upgrade: "unpack the archive of the newest version, then run waypost uninstall of this one",
    remove: "waypost uninstall",
  };
  writeFileSync(join(draft, "installation.json"), installationFile(releases, installed));
  const path = join(folder, `${name}.tar.gz`);
  const owner = ["--owner=root:0", "--group=root:0", "--sort=name", `--mtime=@${await commitTime()}`];
  await mustRun(["tar", "--create", "--gzip", `--file=${path}`, ...owner, name], join(drafts, "archives"));
  rmSync(draft, { recursive: true });
  return path;
}

/** Puts the executables, their licences and the embedded Postgres into a new folder, ready to run. */
export function layOut({ executables, postgres }: Contents, folder: string): void {
  mkdirSync(folder, { recursive: true });
  cpSync(executables, folder, { recursive: true });
  cpSync(join(ROOT, "LICENSE"), join(folder, "LICENSE"));
  if (postgres !== null) addPostgres(postgres, folder);
}

/** Puts the embedded Postgres of the package at `postgres` beside executables, with its licences. */
export function addPostgres(postgres: string, folder: string): void {
  const copy = join(folder, "postgres");
  mkdirSync(copy);
  for (const name of ["package.json", "LICENSE.md", "native"])
    cpSync(join(postgres, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  cpSync(join(ROOT, "scripts/lib/licenses/PostgreSQL.txt"), join(copy, "LICENSE"));
  removeUnused(join(copy, "native"));
  const notices = libraryNotices(librariesIn(copy));
  appendFileSync(join(folder, "THIRD-PARTY-NOTICES"), notices.map((notice) => RULE + notice).join(""));
  if (!makeLinks(copy)) throw new Error(`The links of ${postgres} could not be made.`);
}

/** Takes away what programs are compiled with, and the extensions of others that are in the packages for macOS. */
function removeUnused(native: string): void {
  const unused = ["lib", "lib/postgresql", "share/postgresql/extension"].flatMap((folder) =>
    readdirSync(join(native, folder))
      .filter((name) => /\.a$|^pkgconfig$|system_stats|plugin_debugger|^pldbgapi/.test(name))
      .map((name) => join(native, folder, name)),
  );
  for (const path of unused) rmSync(path, { recursive: true });
}

/** Seconds since 1970: when the checkout's last commit was made. */
export async function commitTime(): Promise<string> {
  return (await mustRun(["git", "log", "-1", "--format=%ct"], ROOT)).trim();
}
