/**
 * Compiles the two programs, each into one executable that needs nothing else installed but, for the daemon, a
 * Postgres (`DATABASE_URL`) or the package of the embedded one beside it. The first argument names another folder
 * than `dist`; `--without-optional` leaves Baileys and libsignal out, and with them paired numbers.
 */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { compile } from "./compile.ts";
import { ROOT } from "./run.ts";

const PROGRAMS = { waypost: "cli/main.ts", waypostd: "daemon/main.ts" };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { "without-optional": { type: "boolean", default: false } },
});
const folder = resolve(positionals[0] ?? join(ROOT, "dist"));
mkdirSync(folder, { recursive: true });
for (const [name, entry] of Object.entries(PROGRAMS)) {
  const target = join(folder, name);
  try {
    await compile(join(ROOT, entry), target, !values["without-optional"]);
  } catch (cause) {
    const reasons = cause instanceof AggregateError ? cause.errors : [cause];
    process.stderr.write(`${name} could not be compiled:\n${reasons.map(String).join("\n")}\n`);
    process.exit(1);
  }
  process.stdout.write(`${target}\n`);
}
