/** The Debian package: the programs in /usr/lib/waypost, the systemd unit, and what is done when it is installed and removed. */
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { PROGRAMS } from "../executables.ts";
import { ROOT } from "../run.ts";
import { commitTime, layOut } from "./archives.ts";
import { mustRun } from "./commands.ts";
import { type Contents, installationFile } from "./contents.ts";

const ARCHITECTURES = { x64: "amd64", arm64: "arm64" };

/** Packs one target into `folder`. Needs dpkg-deb. */
export async function packDebian(contents: Contents, drafts: string, folder: string): Promise<string> {
  const { target, version } = contents;
  const architecture = ARCHITECTURES[target.cpu];
  const name = `waypost_${version}_${architecture}.deb`;
  const draft = join(drafts, "debian", target.name);
  writeFiles(contents, architecture, draft);
  writeControl(
    draft,
    version,
    architecture,
    await mustRun(["du", "--summarize", "--block-size=1K", "."], draft),
  );
  const path = join(folder, name);
  const build = ["dpkg-deb", "--root-owner-group", "-Zzstd", "-z9", "--build", draft, path];
  await mustRun(["env", `SOURCE_DATE_EPOCH=${await commitTime()}`, ...build], drafts);
  rmSync(draft, { recursive: true });
  return path;
}

function writeFiles(contents: Contents, architecture: string, draft: string): void {
  const programs = join(draft, "usr", "lib", "waypost");
  layOut(contents, programs);
  const installed = {
    by: "debian",
    upgrade: `sudo apt install ./waypost_…_${architecture}.deb, with the newest one`,
    remove: "sudo apt remove waypost",
  };
  writeFileSync(join(programs, "installation.json"), installationFile(contents.releases, installed));
  mkdirSync(join(draft, "usr", "bin"), { recursive: true });
  for (const name of PROGRAMS)
    symlinkSync(join("..", "lib", "waypost", name), join(draft, "usr", "bin", name));
  const units = join(draft, "usr", "lib", "systemd", "system");
  mkdirSync(units, { recursive: true });
  writeFileSync(join(units, "waypostd.service"), unit());
  const documentation = join(draft, "usr", "share", "doc", "waypost");
  mkdirSync(documentation, { recursive: true });
  const licences = ["LICENSE", "THIRD-PARTY-NOTICES"].map((one) => readFileSync(join(programs, one), "utf8"));
  writeFileSync(join(documentation, "copyright"), licences.join("\n"));
  for (const one of ["LICENSE", "THIRD-PARTY-NOTICES"]) rmSync(join(programs, one));
}

/** The unit of the documentation, with the programs where the package has them. */
function unit(): string {
  const text = readFileSync(join(ROOT, "docs", "deploy", "waypostd.service"), "utf8");
  return text.replace("ExecStart=/usr/local/bin/", "ExecStart=/usr/bin/");
}

function writeControl(draft: string, version: string, architecture: string, usage: string): void {
  const control = join(draft, "DEBIAN");
  mkdirSync(control);
  const fields = {
    Package: "waypost",
    Version: version,
    Architecture: architecture,
    Maintainer: "Waypost <waypost@localhost>",
    "Installed-Size": Number.parseInt(usage, 10),
    // of the embedded Postgres; Bun needs an older one
    Depends: "libc6 (>= 2.27)",
    Suggests: "postgresql",
    Section: "net",
    Priority: "optional",
    Description: `${manifest.description}\n waypostd is the daemon, and waypost its client in the terminal.`,
  };
  const lines = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`);
  writeFileSync(join(control, "control"), lines.join(""));
  const scripts = join(import.meta.dir, "debian");
  for (const name of readdirSync(scripts)) {
    cpSync(join(scripts, name), join(control, name));
    chmodSync(join(control, name), 0o755);
  }
}
