import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { checkFile, uploadFile } from "../media/upload-file.ts";
import { headersWithFiles } from "./files/parts.ts";

/**
 * Uploads the example files of a template, and names them in its headers with files, in their order: its own, then
 * those of its cards. Rejects with a `Failure`.
 */
export async function withExamples<Definition>(
  cli: Cli,
  definition: Definition,
  paths: readonly string[],
): Promise<Definition> {
  const copy = structuredClone(definition);
  const headers = paths.length === 0 ? [] : headersWithFiles((copy as { components?: unknown }).components);
  if (headers.length !== paths.length)
    throw usageFailure(
      `--example names ${paths.length} files, and the headers of the template take ${headers.length}`,
    );
  for (const path of paths) await checkFile(path);
  for (const [index, header] of headers.entries())
    header.example = { media_id: await idOf(cli, paths[index] ?? "") };
  return copy;
}

async function idOf(cli: Cli, source: string): Promise<string> {
  if (!cli.dryRun) return (await uploadFile(cli, { source })).id;
  cli.output.note(`${source} is not uploaded (--dry-run): its id is not known yet.`);
  return "med_unknown";
}
