import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, runAlone, type Trial, tryPrograms } from "./trial.ts";

/** Installs and removes the Debian package below a folder, with its scripts, but for what needs a running systemd. */
export async function tryDebian(trial: Trial): Promise<void> {
  const { packages, folder, version, say } = trial;
  const architecture = process.arch === "x64" ? "amd64" : process.arch;
  const file = join(packages, version, `waypost_${version}_${architecture}.deb`);
  if (!existsSync(file) || Bun.which("dpkg") === null)
    return say("debian: skipped, there is no package or no dpkg");
  const root = join(folder, "debian");
  for (const name of ["info", "updates"]) mkdirSync(join(root, "var/lib/dpkg", name), { recursive: true });
  await Bun.write(join(root, "var/lib/dpkg/status"), "");
  const dpkg = async (...words: string[]) =>
    runAlone(["dpkg", `--root=${root}`, "--force-script-chrootless", "--force-depends", ...words], root, {
      PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
    });
  say((await dpkg("--install", file)).trim());
  const settings = join(root, "etc/waypost");
  const modes = readdirSync(settings).map((name) =>
    (statSync(join(settings, name)).mode & 0o777).toString(8),
  );
  expect(
    { folder: (statSync(settings).mode & 0o777).toString(8), modes },
    { folder: "700", modes: ["600", "600"] },
  );
  expect(readFileSync(join(settings, "master.key"), "utf8").length, 45);
  await tryPrograms(join(root, "usr/bin"), "debian", trial);
  say((await dpkg("--purge", "waypost")).trim());
  expect(existsSync(join(root, "usr/lib/waypost")), false);
  expect(existsSync(join(settings, "master.key")), true);
  say("debian: removed; the master key is left");
}
