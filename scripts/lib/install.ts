/**
 * Installs the packages of the lockfile unless that was done already. Runs before there are packages, so it
 * imports none. Several at once take turns.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lock } from "../../db/embedded/lock.ts";

const root = join(import.meta.dir, "../..");
const stamp = join(root, "node_modules", ".waypost-installed");
const wanted = new Bun.CryptoHasher("sha256")
  .update(readFileSync(join(root, "package.json")))
  .update(readFileSync(join(root, "bun.lock")))
  .update(patches())
  .update(`${process.platform} ${process.arch}`)
  .digest("hex");

if (!isInstalled()) {
  mkdirSync(join(root, ".waypost"), { recursive: true });
  const turn = await lock(join(root, ".waypost", "install.lock"), 600_000);
  if (!isInstalled()) install();
  turn.release();
}

/** The patches' text: none of the other files changes with it. */
function patches(): string {
  const folder = join(root, "scripts", "patches");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".patch"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

function isInstalled(): boolean {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === wanted;
}

function install(): void {
  process.stderr.write("Installing packages ...\n");
  const result = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile"], {
    cwd: root,
    stderr: "pipe",
  });
  if (!result.success) {
    process.stderr.write(`The packages could not be installed:\n${result.stdout}${result.stderr}`);
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}
