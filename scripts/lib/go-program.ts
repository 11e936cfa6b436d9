/** Programs in Go that stand beside the tests and benchmarks: built once for their sources, into the user's cache. */
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { lock } from "../../db/embedded/lock.ts";

const SOURCES = /\.go$|^go\.(mod|sum)$/;
const BUILD_TIMEOUT_MS = 600_000;

/**
 * Builds the program of a folder, unless it is there. Needs Go, and its module proxy for the first build. Returns the
 * program's path, or says what is missing.
 */
export async function buildGoProgram(folder: string): Promise<{ path: string } | { missing: string }> {
  const go = Bun.which("go") ?? (existsSync("/usr/local/go/bin/go") ? "/usr/local/go/bin/go" : null);
  if (go === null) return { missing: "Go is not installed" };
  const files = readdirSync(folder).filter((file) => SOURCES.test(file));
  const sources = await Promise.all(files.sort().map((file) => Bun.file(join(folder, file)).text()));
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  const name = `${basename(folder)}-${Bun.hash(sources.join()).toString(36)}`;
  const path = join(cache, "waypost", name, "program");
  mkdirSync(dirname(path), { recursive: true });
  const held = await lock(`${path}.lock`, BUILD_TIMEOUT_MS);
  try {
    return existsSync(path) ? { path } : await build(go, folder, path);
  } finally {
    held.release();
  }
}

async function build(
  go: string,
  folder: string,
  path: string,
): Promise<{ path: string } | { missing: string }> {
  const child = Bun.spawn([go, "build", "-p", "1", "-o", path, "."], {
    cwd: folder,
    env: { ...process.env, GOTOOLCHAIN: "local" },
    stdout: "ignore",
    stderr: "pipe",
    timeout: BUILD_TIMEOUT_MS,
  });
  const said = await new Response(child.stderr).text();
  if ((await child.exited) === 0) return { path };
  return { missing: `it could not be built: ${said.trim().split("\n").at(-1)}` };
}
