import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Template } from "../../../lib/api/types/templates.ts";
import type { Cli } from "../../../lib/command/cli.ts";
import { usageFailure } from "../../../lib/failures/failure.ts";
import { asFile, type Pair } from "./compare.ts";
import { fetchExample } from "./fetch-example.ts";
import { exampleFile, headersWithFiles } from "./parts.ts";
import { plainTemplate } from "./plain.ts";
import { type Format, formatOf, formatTemplate, type TemplateFile } from "./template-file.ts";

/** Names of files have an end; those of templates have a later one. */
const LONGEST_STEM = 180;

export type Written = {
  file: string;
  /** Headers whose example could not be had, and that no file here stands for. */
  missing: number;
};

/** Writes a template that Meta has into its file, or a new one; the examples of headers come beside it. */
export async function writeTemplate(
  cli: Cli,
  folder: string,
  { filed, known }: Pair & { known: Template },
  format: Format,
): Promise<Written> {
  const file = filed?.file ?? `${stemOf(known)}.${format}`;
  const template = plainTemplate({
    ...asFile(known),
    ...(filed?.template.allow_category_change === undefined
      ? {}
      : { allow_category_change: filed.template.allow_category_change }),
  });
  const missing = await addExamples(cli, folder, known, template, filed?.template);
  await replace(join(folder, file), formatTemplate(template, formatOf(file) ?? format));
  return { file, missing };
}

/** The example that a file has stays; what is new is fetched. Returns how many there are none of. */
async function addExamples(
  cli: Cli,
  folder: string,
  known: Template,
  template: TemplateFile,
  before: TemplateFile | undefined,
): Promise<number> {
  const shown = headersWithFiles(known.components);
  const kept = headersWithFiles(before?.components).map(exampleFile);
  let missing = 0;
  for (const [index, header] of headersWithFiles(template.components).entries()) {
    const stem = shown.length === 1 ? stemOf(known) : `${stemOf(known)}.${index + 1}`;
    const file = kept[index] ?? (await fetchExample(cli, shown[index] ?? {}, folder, stem));
    if (file === null) missing += 1;
    else header.example = { file };
  }
  return missing;
}

function stemOf({ name, language }: Template): string {
  const short =
    name.length <= LONGEST_STEM
      ? name
      : `${name.slice(0, LONGEST_STEM)}-${Bun.hash(name).toString(16).slice(0, 8)}`;
  return `${short}.${language}`;
}

/** Under its name only once it is whole. */
async function replace(path: string, text: string): Promise<void> {
  const partial = `${path}.part`;
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } catch (error) {
    await rm(partial, { force: true });
    throw usageFailure(
      `${path} can't be written (${error instanceof Error ? error.message : String(error)})`,
    );
  }
}
