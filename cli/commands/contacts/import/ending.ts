import type { ContactImport } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";

/** Why an import failed; null when it ended well, or runs. */
export function failureOf({ status, error }: ContactImport): Failure | null {
  if (status !== "failed" && status !== "cancelled") return null;
  return new Failure(ExitCode.failed, error ?? `the import was ${status}`, { code: `import_${status}` });
}

/** Says which lines have something wrong, and where to find all of them. */
export function reportRefused({ output }: Cli, job: ContactImport, saved: string | undefined): void {
  const lines = wrongLines(job);
  if (lines === 0) return;
  for (const { line, detail, imported } of job.refused_lines.slice(0, 5))
    output.note(`line ${line}${imported ? ", imported without it" : ""}: ${detail.replace(/\p{Cc}/gu, " ")}`);
  const where = saved ?? `waypost imports refused ${job.id} > refused.csv`;
  output.note(`${lines} of ${job.records} records have something wrong: ${where}`);
  if (job.columns.length > 0) output.note("Correct them there, and import that file the same way.");
}

/** Says how many numbers could be of another country, with examples. */
export function reportAmbiguous({ output }: Cli, job: ContactImport): void {
  const { count, examples } = job.ambiguous_numbers;
  if (count === 0) return;
  const read = job.dry_run ? "would be read" : "were read";
  output.note(
    output.style.yellow(
      `Numbers that could be of another country: ${count}; they ${read} as numbers of ${job.default_country ?? "their record's country"}:`,
    ),
  );
  for (const { line, written, taken, other } of examples)
    output.note(`  line ${line}: ${written.replace(/\p{Cc}/gu, " ")} is ${taken}, not ${other}`);
}

/** Says what each column of the file became, and what was doubtful about them. */
export function reportColumns({ output }: Cli, { columns, warnings }: ContactImport): void {
  for (const { header, field } of columns)
    output.note(`  ${`${header}: ${field ?? "ignored"}`.replace(/\p{Cc}/gu, " ")}`);
  for (const { detail } of warnings) output.note(output.style.yellow(detail.replace(/\p{Cc}/gu, " ")));
}

/** The records that were refused, and those that were imported without a value. */
export function wrongLines({ refused, incomplete }: ContactImport): number {
  return refused + incomplete;
}
