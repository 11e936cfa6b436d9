/**
 * Runs every check at once and prints what each found; exit code 1 when any found something. `--fix` first mends the
 * formatting, and of lint what can be mended safely. `--figures` prints the shape of the code instead, and what it weighs,
 * of this checkout or of the one that is named after it; `--keep-figures` keeps the weights for the next version.
 */
import { packageProgram, ROOT, run } from "../lib/run.ts";
import { readSources } from "../lib/source.ts";
import { tierSeconds } from "../lib/tests/tier-seconds.ts";
import { auditPackages } from "./audit.ts";
import { deadExports } from "./exports.ts";
import { figuresOf, figuresTable } from "./figures.ts";
import { checkFiles } from "./files.ts";
import { checkFolders } from "./folders.ts";
import { checkNouns, keepWeights, weightsOf, weightsTable } from "./growth.ts";
import { checkImports } from "./imports.ts";
import { checkLanded, checkMigrations } from "./migrations.ts";
import { checkPage } from "./page.ts";
import { checkPlatforms } from "./platforms.ts";
import { checkSql } from "./sql.ts";
import { checkStyles } from "./styles.ts";

const [option, checkout = ROOT] = process.argv.slice(2);
if (option === "--figures") {
  const files = await readSources(checkout);
  process.stdout.write(
    `${figuresTable(figuresOf(files))}\n${weightsTable(weightsOf(files, checkout === ROOT ? tierSeconds() : {}))}`,
  );
  process.exit();
}
if (option === "--keep-figures") {
  keepWeights(weightsOf(await readSources(ROOT), tierSeconds()));
  process.exit();
}
if (option === "--fix") await run(packageProgram("biome", "check", "--write", "--colors=off"));

const sources = await readSources(ROOT);
const audited = auditPackages();
const results = await Promise.all([
  checkWith("types", typesOf(".")),
  checkWith("types of the page", typesOf("daemon/page/client")),
  checkWith(
    "lint and formatting",
    packageProgram("biome", "check", "--diagnostic-level=warn", "--colors=off"),
  ),
  { name: "imports", problems: checkImports(sources).join("\n") },
  { name: "migrations", problems: [...checkMigrations(sources), ...checkLanded(sources)].join("\n") },
  { name: "SQL", problems: checkSql(sources).join("\n") },
  { name: "styles", problems: checkStyles(sources).join("\n") },
  { name: "files", problems: checkFiles(sources).join("\n") },
  { name: "nouns", problems: checkNouns(sources).join("\n") },
  { name: "folders", problems: checkFolders(sources).join("\n") },
  { name: "platforms", problems: checkPlatforms(sources).join("\n") },
  { name: "exports that nothing imports", problems: deadExports(sources).join("\n") },
  checkPage().then((problems) => ({ name: "the page's sizes", problems: problems.join("\n") })),
  audited.then(({ problems }) => ({ name: "packages", problems: problems.join("\n") })),
]);

const failed = results.filter((result) => result.problems !== "");
for (const { name, problems } of failed) process.stdout.write(`Check of ${name}:\n${problems}\n\n`);
const { note } = await audited;
if (note !== null) process.stdout.write(`${note}\n`);
process.stdout.write(
  failed.length === 0 ? "All checks passed.\n" : `${failed.length} checks found problems.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

/** One checker takes half of a processor's time of four, which find the same types again. */
function typesOf(project: string): string[] {
  return packageProgram("tsc", "--noEmit", "--pretty", "false", "--checkers", "1", "--project", project);
}

async function checkWith(name: string, command: string[]): Promise<{ name: string; problems: string }> {
  const { success, output } = await run(command);
  return { name, problems: success ? "" : output || "it failed without a word" };
}
