/**
 * Compiles the two programs, each into one executable that needs nothing else installed but, for the daemon, a
 * Postgres (`DATABASE_URL`) or the embedded one beside it; and writes the licences of what is in them beside them.
 * `--packages` makes what can be installed on other machines instead. The first argument names another folder
 * than `dist`; `--without-optional` leaves Baileys and libsignal out, and with them paired numbers.
 */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PROGRAMS, writeExecutables } from "./executables.ts";
import { buildPackages } from "./packages/main.ts";
import { TARGETS } from "./packages/targets.ts";
import { ROOT } from "./run.ts";

const OPTIONS = {
  "without-optional": { type: "boolean", default: false },
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
    await writeExecutables(folder, { withOptional });
    for (const name of [...PROGRAMS, "THIRD-PARTY-NOTICES"]) say(join(folder, name));
  }
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
