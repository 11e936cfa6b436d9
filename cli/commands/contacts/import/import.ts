import { transfer } from "../../../lib/api/transfer.ts";
import type { ContactImport } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { command } from "../../../lib/command/command.ts";
import { API_EXIT_CODES, ExitCode } from "../../../lib/failures/exit-codes.ts";
import { Failure } from "../../../lib/failures/failure.ts";
import { openProgressBar } from "../../../ui/progress.ts";
import { importColumns } from "../../imports/columns.ts";
import { saveFile } from "../../media/save-file.ts";
import { failureOf, reportAmbiguous, reportColumns, reportRefused, wrongLines } from "./ending.ts";
import { importOptions } from "./options.ts";
import { planImport } from "./plan.ts";
import { previewImport } from "./preview.ts";
import { sendAndFollow, sizeOf } from "./send.ts";

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
    const requested = planImport(file, options);
    const size = file === "-" ? null : await sizeOf(file);
    const plan = size === null ? requested : await previewImport(cli, requested, !options.yes);
    const progress = await openProgressBar(cli);
    const job = await sendAndFollow(cli, plan, size, progress, options.detach).finally(progress.close);
    if (options.refused !== undefined && wrongLines(job) > 0) await saveRefused(cli, job, options.refused);
    await cli.output.record(job, importColumns);
    // a preview of the file has shown them otherwise
    if (size === null) reportColumns(cli, job);
    reportAmbiguous(cli, job);
    reportRefused(cli, job, options.refused);
    const failure = failureOf(job);
    if (failure !== null) throw failure;
    if (options.strict && wrongLines(job) > 0)
      throw new Failure(ExitCode.failed, `${wrongLines(job)} records have something wrong`, {
        code: "records_refused",
      });
  },
});

async function saveRefused(cli: Cli, { id }: ContactImport, path: string): Promise<void> {
  const response = await transfer(await cli.settings(), {
    route: "GET /v1/contacts/imports/{id}/refused",
    path: { id },
    timeoutMs: cli.timeoutMs,
  });
  await saveFile(cli, response, path, "Loading");
}
