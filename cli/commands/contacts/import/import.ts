import { stat } from "node:fs/promises";
import { transfer } from "../../../lib/api/transfer.ts";
import type { ContactImport } from "../../../lib/api/types/crm.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { command } from "../../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure, usageFailure } from "../../../lib/failures/failure.ts";
import { type Bar, countBytes, openProgressBar } from "../../../ui/progress.ts";
import { importColumns } from "../../imports/columns.ts";
import { saveFile } from "../../media/save-file.ts";
import { followImport } from "./follow.ts";
import { importOptions } from "./options.ts";
import { type ImportPlan, patienceFor, planImport } from "./plan.ts";
import { previewImport } from "./preview.ts";

/** Previews a file, sends it, follows its import, and keeps what was refused. */
export const importContacts = command({
  path: "contacts import",
  summary: "Import contacts from a file",
  description:
    "Import contacts from an .xlsx or .ods spreadsheet, or a CSV, NDJSON or vCard file. Shows the field for each column and what the first records become, uploads the file, and follows the import, which continues if this command is interrupted.",
  output: "The import's record, with its status and counts.",
  arguments: { file: { description: "The file; `-` is standard input, which needs --format" } },
  options: importOptions,
  examples: [
    {
      description: "Try it first",
      command: "waypost contacts import customers.csv --dry-run",
    },
    {
      description: "A spreadsheet with customer numbers of your shop",
      command: "waypost contacts import customers.xlsx --country DE --set external_source=shop",
    },
    {
      description: "Map columns, and keep what is refused",
      command:
        "waypost contacts import customers.csv --column 'Tel.=phone_number' --column Branch=custom_fields.branch --country DE --refused refused.csv",
    },
    {
      description: "In a script, with refused records as an error",
      command: "waypost contacts import contacts.ndjson --yes --strict",
    },
  ],
  exitCodes: [...API_EXIT_CODES, ExitCode.failed, ExitCode.timeout],
  async run({ cli, arguments: { file }, options }) {
    const asked = planImport(file, options);
    const size = file === "-" ? null : await sizeOf(file);
    const plan = size === null ? asked : await previewImport(cli, asked, !options.yes);
    const progress = await openProgressBar(cli);
    const job = await sendAndFollow(cli, plan, size, progress, options.detach).finally(progress.close);
    if (options.refused !== undefined && wrongLines(job) > 0) await saveRefused(cli, job, options.refused);
    await cli.output.record(job, importColumns);
    reportRefused(cli, job, options.refused);
    if (job.status === "failed" || job.status === "cancelled")
      throw new Failure(ExitCode.failed, job.error ?? `the import was ${job.status}`, {
        code: `import_${job.status}`,
      });
    if (options.strict && wrongLines(job) > 0)
      throw new Failure(ExitCode.failed, `${wrongLines(job)} records have something wrong`, {
        code: "records_refused",
      });
  },
});

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw usageFailure(`${file} can't be read (${error.code ?? error.message})`);
  });
  if (!found.isFile()) throw usageFailure(`${file} is not a file`);
  return found.size;
}

async function sendAndFollow(
  cli: Cli,
  plan: ImportPlan,
  size: number | null,
  progress: Bar,
  detached: boolean,
): Promise<ContactImport> {
  const source = size === null ? Bun.stdin.stream() : Bun.file(plan.file).stream();
  const response = await transfer(await cli.settings(), {
    route: "POST /v1/contacts/import",
    query: plan.query,
    headers: { "content-type": plan.contentType, "idempotency-key": crypto.randomUUID() },
    body: source.pipeThrough(countBytes(progress, "Sending", size)),
    timeoutMs: patienceFor(plan, cli.timeoutMs),
  });
  const { id } = (await response.json()) as { id: string };
  const client = await cli.client();
  if (detached) return await client.call("GET /v1/contacts/imports/{id}", { path: { id } });
  return await followImport(cli, id, progress);
}

async function saveRefused(cli: Cli, { id }: ContactImport, path: string): Promise<void> {
  const response = await transfer(await cli.settings(), {
    route: "GET /v1/contacts/imports/{id}/refused",
    path: { id },
    timeoutMs: cli.timeoutMs,
  });
  await saveFile(cli, response, path, "Loading");
}

function reportRefused({ output }: Cli, job: ContactImport, saved: string | undefined): void {
  const lines = wrongLines(job);
  if (lines === 0) return;
  for (const { line, detail, imported } of job.refused_lines.slice(0, 5))
    output.note(`line ${line}${imported ? ", imported without it" : ""}: ${detail.replace(/\p{Cc}/gu, " ")}`);
  const where = saved ?? `waypost imports refused ${job.id} > refused.csv`;
  output.note(`${lines} of ${job.records} records have something wrong: ${where}`);
  if (job.columns.length > 0) output.note("Correct them there, and import that file the same way.");
}

/** The records that were refused, and those that were imported without a value. */
function wrongLines({ refused, incomplete }: ContactImport): number {
  return refused + incomplete;
}
