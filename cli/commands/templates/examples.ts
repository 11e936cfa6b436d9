import type { Cli } from "../../lib/command/cli.ts";
import { usageFailure } from "../../lib/failures/failure.ts";
import { checkFile, uploadFile } from "../media/upload-file.ts";

type Part = Record<string, unknown>;

const FORMATS = ["IMAGE", "VIDEO", "DOCUMENT"];

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
  const headers = paths.length === 0 ? [] : headersIn((copy as { components?: unknown }).components);
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

/** The headers with files, also those of cards. */
function headersIn(components: unknown): Part[] {
  const parts: unknown[] = Array.isArray(components) ? [...components] : [];
  const headers: Part[] = [];
  // grows as it is walked: the headers of cards are within
  for (const part of parts) {
    if (typeof part !== "object" || part === null) continue;
    const { type, format, cards, components: inner } = part as Part;
    for (const within of [cards, inner]) if (Array.isArray(within)) parts.push(...within);
    if (type === "HEADER" && FORMATS.includes(String(format))) headers.push(part as Part);
  }
  return headers;
}
