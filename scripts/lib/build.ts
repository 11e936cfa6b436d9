/**
 * Compiles the two programs, each into one executable that needs nothing else installed but a Postgres
 * (`DATABASE_URL`) or the package of the embedded one beside it.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, run } from "./run.ts";

const PROGRAMS = { waypost: "cli/main.ts", waypostd: "daemon/main.ts" };

const FLAGS = [
  "--compile",
  "--minify-syntax",
  "--sourcemap=linked",
  // Without these an executable would read, and run, what lies in the folder it is started in.
  "--no-compile-autoload-dotenv",
  "--no-compile-autoload-bunfig",
  // Imported by graphile-worker's configuration loader, which is never reached.
  "--external=typescript",
];

const output = process.argv[2] ?? join(ROOT, "dist");
mkdirSync(output, { recursive: true });
for (const [name, entry] of Object.entries(PROGRAMS)) {
  const target = join(output, name);
  const result = await run([process.execPath, "build", ...FLAGS, `--outfile=${target}`, entry]);
  if (!result.success) {
    process.stderr.write(`${name} could not be compiled:\n${result.output}\n`);
    process.exit(1);
  }
  process.stdout.write(`${target}\n`);
}
