import type { NewBroadcast } from "../../../lib/api/types/broadcasts.ts";
import type { ContactImport } from "../../../lib/api/types/imports.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { given } from "../../../lib/values/given.ts";
import { openProgressBar } from "../../../ui/progress.ts";
import { failureOf, reportRefused } from "../../contacts/import/ending.ts";
import { type ImportOptions, importOptions } from "../../contacts/import/options.ts";
import { planImport } from "../../contacts/import/plan.ts";
import { previewImport } from "../../contacts/import/preview.ts";
import { sendAndFollow, sizeOf } from "../../contacts/import/send.ts";
import { uploadFile } from "../../media/upload-file.ts";

const { column, country, sheet, yes } = importOptions;

/** The file that an audience is imported from, and as much as is mostly said of one. */
export const fileOptions = {
  file: { value: "path", description: "Import this file, and send to its contacts; columns are fields" },
  ...{ column, country, sheet, yes },
} as const;

type FileOptions = Pick<ImportOptions, "column" | "country" | "sheet" | "yes">;

/**
 * Imports a file as `contacts import` does: shows how its columns are read, asks, and follows it to its end. Throws a
 * failure when the file can't be imported.
 */
export async function importFile(cli: Cli, file: string, options: FileOptions): Promise<ContactImport> {
  const size = await sizeOf(file);
  const plan = await previewImport(cli, planImport(file, importOptionsOf(options, false)), !options.yes);
  const progress = await openProgressBar(cli);
  const job = await sendAndFollow(cli, plan, size, progress, false).finally(progress.close);
  reportRefused(cli, job, undefined);
  const failure = failureOf(job);
  if (failure !== null) throw failure;
  return job;
}

/** Uploads a file to be looked at as an audience, and shows how its columns are read. Nothing of it is imported. */
export async function audienceOfFile(
  cli: Cli,
  file: string,
  options: FileOptions,
): Promise<NewBroadcast["audience"]> {
  const plan = await previewImport(cli, planImport(file, importOptionsOf(options, true)), !options.yes);
  const { format, columns, sheet, default_country } = plan.query;
  const { id } = await uploadFile(cli, { source: file });
  const mapped = columns === undefined ? undefined : (JSON.parse(columns) as Record<string, string>);
  return { file: { media_id: id, ...given({ format, columns: mapped, sheet, default_country }) } };
}

function importOptionsOf(options: FileOptions, isDry: boolean): ImportOptions {
  const usual = {
    format: undefined,
    set: [],
    encoding: undefined,
    "on-error": undefined,
    refused: undefined,
  };
  return { ...usual, ...options, strict: false, detach: false, "dry-run": isDry };
}
