import type { Template } from "../../../lib/api/types/templates.ts";
import { keyOf } from "./account.ts";
import { type Change, changesOf } from "./changes.ts";
import type { FolderFile } from "./folder.ts";
import type { TemplateFile } from "./template-file.ts";

/** A template as a file has it. */
export type Filed = { folder: string; file: string; template: TemplateFile };

/** A template of the folder, of the account, or of both. */
export type Pair = {
  name: string;
  language: string;
  filed: Filed | null;
  /** As the daemon knows it; a draft is one that Meta has not seen. */
  known: Template | null;
  /** The changes that make Meta's template the file's; empty where one of both is missing. */
  changes: Change[];
};

/** The files that name a template; what else is in them is for the rules. */
export function filedIn(files: readonly FolderFile[]): Filed[] {
  return files.flatMap(({ folder, file, value }) =>
    typeof value === "object" && isTemplate(value) ? [{ folder, file, template: value }] : [],
  );
}

function isTemplate(value: object): value is TemplateFile {
  const { name, language, category, components } = value as Record<string, unknown>;
  return [name, language, category].every((one) => typeof one === "string") && Array.isArray(components);
}

/** The templates of a folder and those of an account beside each other, by name and language. */
export function compare(filed: readonly Filed[], templates: readonly Template[]): Pair[] {
  const files = new Map(filed.map((one) => [keyOf(one.template), one]));
  const known = new Map(templates.map((template) => [keyOf(template), template]));
  const keys = [...new Set([...files.keys(), ...known.keys()])].sort();
  return keys.map((key) => pairOf(files.get(key) ?? null, known.get(key) ?? null));
}

function pairOf(filed: Filed | null, known: Template | null): Pair {
  const { name = "", language = "" } = filed?.template ?? known ?? {};
  const changes = filed === null || known === null ? [] : changesOf(filed.template, asFile(known));
  return { name, language, filed, known, changes };
}

/** A template of the API in the form of files. */
export function asFile({ name, language, category, parameter_format, components }: Template): TemplateFile {
  return {
    ...{ name, language, category, components },
    ...(parameter_format === "NAMED" ? { parameter_format: "NAMED" as const } : {}),
  };
}

/** Whether Meta has it: a draft is in the daemon alone. */
export function isAtMeta({ known }: Pair): boolean {
  return known !== null && known.status !== "draft";
}
