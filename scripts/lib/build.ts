/**
 * Compiles the two programs, each into one executable that needs nothing else installed but, for the daemon, a
 * Postgres (`DATABASE_URL`) or the package of the embedded one beside it; and writes the licences of what is in them
 * beside them. The first argument names another folder
 * than `dist`; `--without-optional` leaves Baileys and libsignal out, and with them paired numbers.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "./compile.ts";
import { noticesOf, packagesOf } from "./notices.ts";
import { ROOT } from "./run.ts";

const PROGRAMS = { waypost: "cli/main.ts", waypostd: "daemon/main.ts" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "without-optional": { type: "boolean", default: false } },
});
const folder = resolve(positionals[0] ?? join(ROOT, "dist"));
mkdirSync(folder, { recursive: true });
const files: Record<string, string[]> = {};
for (const [name, entry] of Object.entries(PROGRAMS)) {
  const target = join(folder, name);
  try {
    files[name] = await compile(join(ROOT, entry), target, !values["without-optional"]);
  } catch (cause) {
    const reasons = cause instanceof AggregateError ? cause.errors : [cause];
    process.stderr.write(`${name} could not be compiled:\n${reasons.map(String).join("\n")}\n`);
    process.exit(1);
  }
  process.stdout.write(`${target}\n`);
}
const notices = join(folder, "THIRD-PARTY-NOTICES");
writeFileSync(notices, noticesOf(packagesOf(files)));
process.stdout.write(`${notices}\n`);
