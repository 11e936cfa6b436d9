/** The files served beside the packages: their sums, which version is the newest, and how to install it. */
import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Archive } from "./contents.ts";
import { formula } from "./homebrew.ts";
import type { Target } from "./targets.ts";

export async function describeArchive(target: Target, path: string): Promise<Archive> {
  return { target, name: basename(path), sum: await sumOf(path) };
}

/**
 * Writes `SHA256SUMS` beside what is in the folder of this version and `latest.json` above it; and, when there is an
 * address that all of it will be served at, `install.sh` and `waypost.rb`. Returns their paths.
 */
export async function writeRelease(
  folder: string,
  version: string,
  archives: readonly Archive[],
  releases: string | null,
): Promise<string[]> {
  const sums = join(folder, version, "SHA256SUMS");
  writeFileSync(sums, await sumsIn(join(folder, version)));
  const files: Record<string, string> = { "latest.json": `${JSON.stringify({ version })}\n` };
  if (releases !== null) {
    files["install.sh"] = installScript(archives, version, releases);
    files["waypost.rb"] = formula(archives, version, releases);
  }
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  if (releases !== null) chmodSync(join(folder, "install.sh"), 0o755);
  return [sums, ...Object.keys(files).map((name) => join(folder, name))];
}

/** The install script for these archives: their sums are in it, so that it is all that has to be trusted. */
export function installScript(archives: readonly Archive[], version: string, releases: string): string {
  const template = readFileSync(join(import.meta.dir, "install.sh"), "utf8");
  const sums = archives.map(({ target, sum }) => `    ${target.name}) echo ${sum} ;;`);
  return template
    .replace("@releases@", () => releases)
    .replace("@version@", () => version)
    .replace(/^ +@sums@\) ;;$/m, () => sums.join("\n"));
}

/** The lines that `sha256sum --check` reads. */
async function sumsIn(folder: string): Promise<string> {
  const names = readdirSync(folder).sort();
  const lines = await Promise.all(names.map(async (name) => `${await sumOf(join(folder, name))}  ${name}\n`));
  return lines.join("");
}

async function sumOf(path: string): Promise<string> {
  const hasher = new Bun.CryptoHasher("sha256");
  for await (const chunk of Bun.file(path).stream()) hasher.update(chunk);
  return hasher.digest("hex");
}
