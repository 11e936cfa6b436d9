/** Installs, starts and removes what `./scripts/build --packages` made, each in a temporary folder. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import manifest from "../../../../package.json" with { type: "json" };
import { ROOT } from "../../run.ts";
import { tryDebian } from "./debian.ts";
import { tryNpm } from "./npm.ts";
import { tryScript } from "./script.ts";
import type { Trial } from "./trial.ts";

const packages = resolve(process.argv[2] ?? join(ROOT, "dist", "packages"));
const folder = mkdtempSync(join(tmpdir(), "waypost-packages-"));
const say = (line: string) => void process.stdout.write(`${line}\n`);
const trial: Trial = { packages, folder, version: manifest.version, say };
try {
  await tryScript(trial);
  await tryDebian(trial);
  await tryNpm(trial);
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
