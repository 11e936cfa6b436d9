/** Whose work is in the executables besides ours, and under which licences: what goes with them. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import { ROOT } from "./run.ts";

/** A package of which something is in an executable. */
export type Packaged = {
  /** `name@version`, since several versions may be in it. */
  id: string;
  license: string;
  text: string;
  /** The programs that it is in. */
  programs: string[];
};

type Manifest = { name: string; version: string; license?: string; author?: string | { name?: string } };

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice|unlicense)\b|\.LICENSE\.txt$/i;
const LICENSE_SECTION =
  /^#+\s*licen[cs]e\s*$([\s\S]*?permission is hereby granted[\s\S]*?)(?=^#|(?![\s\S]))/im;

/** The packages that these files, by program, are of, by name. Throws for one that says nothing of its licence. */
export function packagesOf(files: Record<string, readonly string[]>): Packaged[] {
  const folders = new Map<string, Set<string>>();
  for (const [program, paths] of Object.entries(files)) {
    for (const path of paths) {
      const [folder] = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [];
      if (folder !== undefined) folders.set(folder, (folders.get(folder) ?? new Set()).add(program));
    }
  }
  const packaged = [...folders].map(([folder, programs]) => read(join(ROOT, folder), [...programs].sort()));
  return packaged.sort((one, other) => one.id.localeCompare(other.id, "en"));
}

/** The text of the file of notices. */
export function noticesOf(packages: readonly Packaged[]): string {
  const runtime = readFileSync(join(ROOT, "node_modules/bun-types/docs/project/license.mdx"), "utf8");
  const parts = packages.map(({ id, license, programs, text }) => {
    const changed = id in manifest.patchedDependencies ? "\nChanged: see scripts/patches in the source" : "";
    return `${id}\nLicence: ${license}\nIn: ${programs.join(", ")}${changed}\n\n${text.trim()}\n`;
  });
  return [INTRODUCTION, `Bun ${Bun.version}, the runtime\nIn: both\n\n${runtime.trim()}\n`, ...parts].join(
    RULE,
  );
}

/** Stands between the parts of the notices. */
export const RULE = `\n${"-".repeat(80)}\n\n`;
const INTRODUCTION =
  "Waypost is under the MIT licence. With it comes the work of others, listed here with their licences.\n";

function read(folder: string, programs: string[]): Packaged {
  const found: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const { name, version, license = "" } = found;
  const id = `${name}@${version}`;
  const text = textOf(folder) ?? standardText(found);
  if (license === "" || text === null) throw new Error(`${id} says nothing of its licence: ${folder}`);
  return { id, license, text: text + textOfInside(name), programs };
}

/** The files of licences, or what the readme says. */
function textOf(folder: string): string | null {
  const names = readdirSync(folder).filter((name) => LICENSE_FILE.test(name));
  if (names.length > 0)
    return names.map((name) => readFileSync(join(folder, name), "utf8").trim()).join("\n\n");
  const readme = readdirSync(folder).find((name) => /^readme\.md$/i.test(name));
  if (readme === undefined) return null;
  return LICENSE_SECTION.exec(readFileSync(join(folder, readme), "utf8"))?.[1] ?? null;
}

/** The licences of what others have compiled into a package, where the package does not say. */
function textOfInside(name: string): string {
  const path = join(import.meta.dir, "licenses/inside", `${name}.txt`);
  return existsSync(path) ? `\n\n${readFileSync(path, "utf8")}` : "";
}

/** The licence that the manifest names, for packages that come without its text. */
function standardText({ license, author }: Manifest): string | null {
  const path = join(import.meta.dir, "licenses", `${license}.txt`);
  const holder = typeof author === "string" ? author.replace(/\s*[<(].*/, "") : author?.name;
  if (license === "Unlicense") return readFileSync(path, "utf8");
  if (license !== "MIT" || holder === undefined) return null;
  return `Copyright (c) ${holder}\n\n${readFileSync(path, "utf8")}`;
}
