import { existsSync, mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { mustRun } from "../commands.ts";
import { expect, runAlone, type Trial, tryPrograms } from "./trial.ts";

/** Has the formula install the archive of this machine, by a stand-in for Homebrew that needs no more than Ruby. */
export async function tryHomebrew(trial: Trial): Promise<void> {
  const { packages, folder, version, say } = trial;
  const formula = join(packages, "waypost.rb");
  if (!existsSync(formula) || Bun.which("ruby") === null)
    return say("homebrew: skipped, there is no waypost.rb (--releases) or no ruby");
  const prefix = join(folder, "homebrew");
  const unpacked = join(folder, "unpacked");
  mkdirSync(unpacked);
  const archive = join(packages, version, `waypost-${version}-${process.platform}-${process.arch}.tar.gz`);
  await mustRun(["tar", "--extract", `--file=${archive}`, "--strip-components=1"], unpacked);
  const standIn = join(import.meta.dir, "formula.rb");
  const found: { url: string; sha256: string } = JSON.parse(
    await runAlone(["ruby", "-w", standIn, formula, prefix], unpacked),
  );
  expect(basename(found.url), basename(archive));
  const sum = new Bun.CryptoHasher("sha256").update(await Bun.file(archive).arrayBuffer());
  expect(found.sha256, sum.digest("hex"));
  await tryPrograms(join(prefix, "bin"), "homebrew", trial);
}
