/** Fetches what the executables for other machines are made of: Bun for each, and the embedded Postgres. */
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../run.ts";
import { mustRun } from "./commands.ts";
import type { Target } from "./targets.ts";

/**
 * Has the packages that the lockfile in `runtimes` pins, with their sums, in a folder of the checkout, which is returned:
 * they are fetched once. About 700 MB for all targets.
 */
export async function fetchRuntimes(targets: readonly Target[]): Promise<string> {
  const folder = join(ROOT, ".waypost", "runtimes");
  mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "bun.lock"])
    cpSync(join(import.meta.dir, "runtimes", name), join(folder, name));
  const wanted = (kind: "os" | "cpu") => [...new Set(targets.map((target) => `--${kind}=${target[kind]}`))];
  await mustRun(
    [process.execPath, "install", "--frozen-lockfile", "--ignore-scripts", ...wanted("os"), ...wanted("cpu")],
    folder,
  );
  const missing = targets.flatMap(({ runtime, postgres }) =>
    [runtime, postgres].filter((name) => name !== undefined && !existsSync(packageFolder(folder, name))),
  );
  if (missing.length > 0) throw new Error(`These were not installed: ${missing.join(", ")}`);
  return folder;
}

/** The folder of one of these packages. */
export function packageFolder(runtimes: string, name: string): string {
  return join(runtimes, "node_modules", name);
}
