import { transfer } from "../../../lib/api/transfer.ts";
import type { ImportPreview } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { interrupted } from "../../../lib/failures/failure.ts";
import { confirm } from "../../../lib/input/confirm.ts";
import { type ImportPlan, isSpreadsheet, patienceFor, withColumn } from "./plan.ts";
import { askForNumbers, lacksNumbers, requireIdentity } from "./question.ts";

const BEGINNING_BYTES = 64 * 1024;

/**
 * Shows what each column is for and how the first records would be imported. On a terminal it asks which column has the
 * phone numbers, if none was recognised, and whether to continue. Returns the plan with the answers; throws a failure
 * when nothing could be imported.
 */
export async function previewImport(cli: Cli, plan: ImportPlan, ask: boolean): Promise<ImportPlan> {
  const preview = await readPreview(cli, plan);
  if (ask && lacksNumbers(preview)) {
    const column = await askForNumbers(cli, preview);
    if (column !== undefined) return await previewImport(cli, withColumn(plan, column, "phone_number"), ask);
  }
  show(cli, preview);
  requireIdentity(preview);
  const mayWrite = plan.query.dry_run !== "true";
  if (ask && mayWrite && cli.terminal.canPrompt && !(await confirm("Import it?"))) throw interrupted();
  return plan;
}

async function readPreview(cli: Cli, plan: ImportPlan): Promise<ImportPreview> {
  const file = Bun.file(plan.file);
  const response = await transfer(await cli.settings(), {
    route: "POST /v1/contacts/import/preview",
    query: plan.query,
    headers: { "content-type": plan.contentType },
    body: isSpreadsheet(plan) ? file.stream() : await file.slice(0, BEGINNING_BYTES).bytes(),
    timeoutMs: patienceFor(plan, cli.timeoutMs),
    spinner: cli.spinner,
  });
  return (await response.json()) as ImportPreview;
}

function show(
  { output }: Cli,
  { format, encoding, columns, records, warnings, ...preview }: ImportPreview,
): void {
  const { style } = output;
  output.note([format, preview.sheet === null ? encoding : `sheet ${plain(preview.sheet)}`].join(", "));
  if (preview.default_country !== null)
    output.note(style.dim(`Numbers without a country code: ${preview.default_country} (--country)`));
  const width = Math.max(0, ...columns.map(({ header }) => header.length));
  for (const { header, field, choice } of columns) {
    const shown = field === null ? style.dim("ignored") : plain(field);
    output.note(
      `  ${plain(header).padEnd(width)}  ${shown}${choice === null ? "" : style.dim(`, choice ${choice}`)}`,
    );
  }
  for (const { detail } of warnings) output.note(style.yellow(plain(detail)));
  // the last record of the beginning may be cut off
  for (const { line, contact, refusal } of records.slice(0, 3)) {
    if (contact !== null) output.note(`  line ${line}: ${plain(JSON.stringify(contact))}`);
    if (refusal !== null)
      output.note(
        `  line ${line}: ${style.yellow(contact === null ? "refused" : "left out")}, ${plain(refusal.detail)}`,
      );
  }
}

/** A file may hold anything: control characters could move the cursor. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
