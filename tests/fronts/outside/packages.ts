/**
 * Clients of others, unchanged, from their registries: fetched once into the user's cache. What is not there, because
 * there is no network or no Python, is said, and the tests that need it are passed over.
 */
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { lock } from "../../../db/embedded/lock.ts";

export type Fetched = { path: string } | { missing: string };

const FETCH_TIMEOUT_MS = 600_000;

/** The folder of packages of PyPI, with all that they need. */
export function fromPyPI(...packages: string[]): Promise<Fetched> {
  return fetched("python", packages, (folder) => [
    ...["python3", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--target", folder],
    ...packages,
  ]);
}

const NPM = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix"];

/** The folder of packages of npm, with all that they need; their own scripts are not run. */
export function fromNpm(...packages: string[]): Promise<Fetched> {
  return fetched("npm", packages, (folder) => [...NPM, folder, ...packages]);
}

/** The same without what they expect others to bring, which for a whole program is there already. */
export function programFromNpm(...packages: string[]): Promise<Fetched> {
  return fetched("npm", packages, (folder) => [...NPM, folder, "--legacy-peer-deps", ...packages]);
}

async function fetched(
  kind: string,
  packages: string[],
  command: (folder: string) => string[],
): Promise<Fetched> {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "waypost");
  const path = join(cache, `outside-${kind}-${Bun.hash(packages.join()).toString(36)}`);
  mkdirSync(cache, { recursive: true });
  const held = await lock(`${path}.lock`, FETCH_TIMEOUT_MS);
  try {
    if (existsSync(path)) return { path };
    const [program = "", ...rest] = command(`${path}.new`);
    if (Bun.which(program) === null) return { missing: `${program} is not installed` };
    rmSync(`${path}.new`, { recursive: true, force: true });
    const child = Bun.spawn([program, ...rest], {
      stdout: "ignore",
      stderr: "pipe",
      timeout: FETCH_TIMEOUT_MS,
    });
    const said = await new Response(child.stderr).text();
    if ((await child.exited) !== 0)
      return { missing: `${packages.join(", ")} can't be fetched: ${said.trim().split("\n").at(-1)}` };
    renameSync(`${path}.new`, path);
    return { path };
  } finally {
    held.release();
  }
}

/** Runs a script of Python that has the packages; returns the values that it printed as lines of JSON. */
export async function runPython(
  packages: string,
  script: string,
  values: Record<string, string>,
): Promise<Record<string, unknown>> {
  const child = Bun.spawn(["python3", script], {
    env: { PATH: process.env.PATH ?? "", PYTHONPATH: packages, PYTHONDONTWRITEBYTECODE: "1", ...values },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [printed, failed] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  if ((await child.exited) !== 0) throw new Error(failed);
  return Object.assign(
    {},
    ...printed
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
}
