import { lstat, readdir } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { type Installation, PROGRAM, type Program } from "../../lib/installation/installation.ts";
import { updatesPath } from "../../lib/installation/update-notice.ts";
import { profilePath } from "../../lib/settings/profiles.ts";
import type { Environment } from "../../lib/terminal/terminal.ts";
import { isFromArchive, programsOfArchive } from "./programs.ts";

/** Something of Waypost's on this machine. */
export type Place = {
  /** Programs and copies come again with an installation; settings and data don't. */
  what: "program" | "copy" | "settings" | "data";
  path: string;
  bytes: number;
};

/** The daemon's files in its data directory. Other files there are not Waypost's. */
const DATA = /^(?:postgres|media|sandbox|shown-once|config\.toml|master\.key(?:\..+)?)$/;

/** What `./scripts/…` fetch or build into the cache. */
const FETCHED = /^(?:bun-|draft\.|whatsmeow-)/;

/** The directories of the Debian package's service, and where a daemon of root may copy Postgres's programs to. */
const OF_THE_SERVICE = ["/etc/waypost", "/var/lib/waypost"];
const HOMES_OF_ROOT = ["/root", "/var/root"];
const OF_ROOT = ["/var/cache/waypost", join(tmpdir(), "waypost-programs")];

/** Everything of Waypost's that this account can find, with its size. The programs only where no package manager has them. */
export async function findPlaces(
  environment: Environment,
  installation: Installation,
  program: Program = PROGRAM,
): Promise<Place[]> {
  const home = environment.HOME || homedir();
  const data = dataDirectory(environment);
  const inData = await dataIn(data);
  // root with another home is not about to remove what all of the machine uses
  const isRoot = process.getuid?.() === 0 && HOMES_OF_ROOT.includes(resolve(home));
  const service = isRoot && installation.by === "debian" ? OF_THE_SERVICE : [];
  const paths: Record<Place["what"], string[]> = {
    program: isFromArchive(installation) ? await programsOfArchive(program.path) : [],
    copy: [
      ...(await fetched(environment.XDG_CACHE_HOME || join(home, ".cache"))),
      ...(isRoot ? OF_ROOT : []),
    ],
    settings: [profilePath(environment), updatesPath(environment)],
    data: [...inData.map((name) => join(data, name)), ...service],
  };
  const kinds = Object.entries(paths) as [Place["what"], string[]][];
  const found = kinds.flatMap(([what, list]) =>
    list.map(async (path) => ({ what, path, bytes: await sizeOf(path) })),
  );
  return (await Promise.all(found)).filter((place): place is Place => place.bytes !== null);
}

/** Where a daemon of this account keeps its data: as the daemon finds it. */
export function dataDirectory(environment: Environment): string {
  const home = environment.HOME || homedir();
  const base = environment.XDG_DATA_HOME || join(home, ".local", "share");
  return resolve(environment.WAYPOST_HOME || join(base, "waypost"));
}

/** What scripts fetched or built into the cache: the folder, or only that where others keep files in it, too. */
async function fetched(cache: string): Promise<string[]> {
  const folder = join(cache, "waypost");
  const names = await readdir(folder).catch(() => []);
  const ours = names.filter((name) => FETCHED.test(name));
  return ours.length === names.length ? [folder] : ours.map((name) => join(folder, name));
}

/**
 * The daemon's files in its data directory. A directory with another name, such as `/srv`, may hold a `media` of
 * somebody else: it is the daemon's where its master key is, or its Postgres.
 */
async function dataIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  const isOurs =
    basename(folder) === "waypost" ||
    names.some((name) => name === "master.key") ||
    (await sizeOf(join(folder, "postgres", "password"))) !== null;
  return isOurs ? names.filter((name) => DATA.test(name)).sort() : [];
}

/** Its size on the disk in bytes; null when it does not exist. */
async function sizeOf(path: string): Promise<number | null> {
  const status = await lstat(path).catch(() => null);
  if (status === null) return null;
  if (!status.isDirectory()) return status.size;
  const names = await readdir(path).catch(() => []);
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}
