import { transfer } from "../../../lib/api/transfer.ts";
import type { ImportPreview } from "../../../lib/api/types/crm.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { interrupted } from "../../../lib/failures/failure.ts";
import { confirm } from "../../../lib/input/confirm.ts";
import type { ImportPlan } from "./plan.ts";

const BEGINNING_BYTES = 64 * 1024;

/** Shows what each column is for and what comes of the first records; asks, when somebody is there, whether to go on. */
export async function previewImport(cli: Cli, plan: ImportPlan, ask: boolean): Promise<void> {
  const beginning = await Bun.file(plan.file).slice(0, BEGINNING_BYTES).bytes();
  const response = await transfer(await cli.settings(), {
    route: "POST /v1/contacts/import/preview",
    query: plan.query,
    headers: { "content-type": plan.contentType },
    body: beginning,
    timeoutMs: cli.timeoutMs,
    spinner: cli.spinner,
  });
  show(cli, (await response.json()) as ImportPreview);
  if (ask && cli.terminal.canPrompt && !(await confirm("Import it?"))) throw interrupted();
}

function show({ output }: Cli, { format, encoding, columns, records }: ImportPreview): void {
  const { style } = output;
  output.note(`${format}, ${encoding}`);
  const width = Math.max(0, ...columns.map(({ header }) => header.length));
  for (const { header, field } of columns)
    output.note(`  ${plain(header).padEnd(width)}  ${field === null ? style.dim("ignored") : plain(field)}`);
  // the last record of the beginning may be cut off
  for (const { line, contact, refusal } of records.slice(0, 3)) {
    if (refusal !== null) output.note(`  line ${line}: ${style.yellow("refused")}, ${plain(refusal.detail)}`);
    else output.note(`  line ${line}: ${plain(JSON.stringify(contact))}`);
  }
}

/** A file may hold anything: control characters could move the cursor. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, " ");
}
