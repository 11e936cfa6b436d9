/**
 * Compiles the two programs, each into one executable that needs nothing else installed but, for the daemon, a
 * Postgres (`DATABASE_URL`) or the embedded one beside it, which `--postgres` puts there; and writes the licences of what
 * is in them beside them.
 * `--target` compiles them for another kind of machine, and `--packages` makes what can be installed on all of them
 * instead. The extension for passkeys is copied beside the programs. The first argument names another folder than `dist`; `--without-optional` leaves Baileys and libsignal out,
 * and with them paired numbers.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { EXTENSION, PROGRAMS, writeExecutables } from "./executables.ts";
import { addPostgres } from "./packages/archives.ts";
import { compileFor } from "./packages/compile-for.ts";
import { buildPackages } from "./packages/main.ts";
import { fetchRuntimes, packageFolder } from "./packages/runtimes.ts";
import { TARGETS, targetsNamed } from "./packages/targets.ts";
import { ROOT } from "./run.ts";

const OPTIONS = {
  "without-optional": { type: "boolean", default: false },
  target: { type: "string" },
  postgres: { type: "boolean", default: false },
  packages: { type: "boolean", default: false },
  targets: { type: "string", default: TARGETS.map(({ name }) => name).join(",") },
  releases: { type: "string" },
} as const;

try {
  await build();
} catch (cause) {
  process.stderr.write(`${cause instanceof Error ? cause.message : cause}\n`);
  process.exit(1);
}

async function build(): Promise<void> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  const withOptional = !values["without-optional"];
  const folder = resolve(positionals[0] ?? join(ROOT, "dist", values.packages ? "packages" : ""));
  if (values.packages) {
    const releases = values.releases === undefined ? null : checkReleases(values.releases);
    await buildPackages({ folder, targets: values.targets.split(","), releases, withOptional, say });
  } else {
    const packages = await writePrograms(folder, values.target, withOptional);
    if (values.postgres) addPostgres(postgresIn(packages, values.target), folder);
    const made = [...PROGRAMS, "THIRD-PARTY-NOTICES", EXTENSION, ...(values.postgres ? ["postgres"] : [])];
    for (const name of made) say(join(folder, name));
  }
}

/** Compiles them for a target, or else for this machine. Returns the folder that has the packages for it. */
async function writePrograms(
  folder: string,
  name: string | undefined,
  withOptional: boolean,
): Promise<string> {
  if (name === undefined) {
    await writeExecutables(folder, { withOptional });
    return ROOT;
  }
  const targets = targetsNamed([name]);
  const runtimes = await fetchRuntimes(targets);
  for (const target of targets) await compileFor(target, runtimes, folder, { withOptional });
  return runtimes;
}

function postgresIn(packages: string, name = `${process.platform}-${process.arch}`): string {
  const [target] = targetsNamed([name]);
  if (target?.postgres !== undefined) return packageFolder(packages, target.postgres);
  throw new Error(`There is no embedded Postgres for ${name}.`);
}

/** Goes into scripts as it is, so it must be nothing but an address. */
function checkReleases(address: string): string {
  if (/^https?:\/\/[\w.:~/-]+$/.test(address)) return address.replace(/\/+$/, "");
  throw new Error(
    `--releases has to be an address such as https://downloads.example.com/waypost, not ${address}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
