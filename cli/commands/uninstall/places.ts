import { lstat, readdir, readlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Installation, PROGRAM, type Program } from "../../lib/installation/installation.ts";
import { updatesPath } from "../../lib/installation/update-notice.ts";
import { profilePath } from "../../lib/settings/profiles.ts";
import type { Environment } from "../../lib/terminal/terminal.ts";

/** Something of Waypost's on this machine. */
export type Place = {
  /** Programs and copies come again with an installation; settings and data don't. */
  what: "program" | "copy" | "settings" | "data";
  path: string;
  bytes: number;
};

/** The daemon's files in its data directory. Other files there are not Waypost's. */
const DATA = /^(?:postgres|media|sandbox|shown-once|config\.toml|master\.key(?:\..+)?)$/;

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
  const inData = (await readdir(data).catch(() => [])).filter((name) => DATA.test(name)).sort();
  // root with another home is not about to remove what all of the machine uses
  const isRoot = process.getuid?.() === 0 && HOMES_OF_ROOT.includes(resolve(home));
  const service = isRoot && installation.by === "debian" ? OF_THE_SERVICE : [];
  const paths: Record<Place["what"], string[]> = {
    program: installation.by === "script" ? await programsOfScript(program) : [],
    copy: [join(environment.XDG_CACHE_HOME || join(home, ".cache"), "waypost"), ...(isRoot ? OF_ROOT : [])],
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

/** The folder with all versions, and the links that lead into it. */
async function programsOfScript({ path }: Program): Promise<string[]> {
  const versions = dirname(dirname(path));
  const links = ["waypost", "waypostd"].map((name) => join(dirname(dirname(versions)), "bin", name));
  const ours = await Promise.all(
    links.map(async (link) => (await readlink(link).catch(() => "")).startsWith("../lib/waypost/")),
  );
  return [...links.filter((_, index) => ours[index]), versions];
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
