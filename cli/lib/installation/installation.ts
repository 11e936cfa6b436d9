import { realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { failure } from "../failures/failure.ts";

/** How Waypost came to this machine. */
export type Installation = {
  /**
   * `npm`, `script`, `archive` (unpacked by somebody), `debian`, `homebrew`, `container`; `executable` where nothing
   * says, `checkout` from source.
   */
  by: string;
  /** Command that brings the newest version. */
  upgrade: string;
  /** Command that removes the programs. */
  remove: string;
  /** Address that responds with the newest version; null where the package was built without one. */
  releases: string | null;
};

/** The program that runs: its file, and whether it is compiled or Bun with the source. */
export type Program = { path: string; isCompiled: boolean };

export const PROGRAM: Program = {
  path: realpathSync(process.execPath),
  isCompiled: Bun.main.startsWith("/$bunfs/"),
};

const CHECKOUT: Installation = {
  by: "checkout",
  upgrade: "git pull",
  remove: "rm -r the folder of the checkout",
  releases: null,
};
const EXECUTABLE: Installation = {
  by: "executable",
  upgrade: "git pull && ./scripts/build, then replace the executables",
  remove: "rm the executables",
  releases: null,
};

/**
 * Reads `installation.json` beside the executable, which every package brings. Throws a failure that names the file
 * when it can't be understood.
 */
export async function readInstallation({ path, isCompiled }: Program = PROGRAM): Promise<Installation> {
  if (!isCompiled) return CHECKOUT;
  const found = await installationIn(dirname(path));
  if (found === null) return EXECUTABLE;
  return path.includes("/_npx/") ? { ...found, ...RUN_BY_NPX } : found;
}

/** What the `installation.json` of a folder says; null where there is none. Throws as `readInstallation` does. */
export async function installationIn(folder: string): Promise<Installation | null> {
  const file = join(folder, "installation.json");
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) return null;
  const found = parse(text);
  if (found === null)
    throw failure(`${file} does not say how Waypost was installed`, { hint: "Install it again." });
  return found;
}

/** npx keeps what it fetched among npm's own files. */
const RUN_BY_NPX = { by: "npx", upgrade: "npx waypost@latest", remove: "rm -r ~/.npm/_npx" };

function parse(text: string): Installation | null {
  try {
    const { by, upgrade, remove, releases = null } = Object(JSON.parse(text));
    const isWhole = [by, upgrade, remove].every((value) => typeof value === "string");
    return isWhole && (releases === null || typeof releases === "string")
      ? { by, upgrade, remove, releases }
      : null;
  } catch {
    return null;
  }
}
