import { stat } from "node:fs/promises";
import { extname, isAbsolute, join, normalize } from "node:path";
import { templateErrors } from "../../../../daemon/template-rules/template.ts";
import { keyOf } from "./account.ts";
import type { FolderFile } from "./folder.ts";
import { exampleFile, headersWithFiles } from "./parts.ts";
import type { Part } from "./template-file.ts";
import { isWithin } from "./within.ts";

/** A mistake in a file; `path` is a JSON pointer. */
export type Problem = { file: string; path: string; message: string };

const MEMBERS = [
  ...["name", "language", "category", "parameter_format", "allow_category_change", "components"],
];
const MEGABYTE = 1024 ** 2;
/** Allowed example files (Meta, "Resumable Upload API"; sizes as those of messages). */
const EXAMPLES: Record<string, { extensions: readonly string[]; mostBytes: number }> = {
  IMAGE: { extensions: [".jpg", ".jpeg", ".png"], mostBytes: 5 * MEGABYTE },
  VIDEO: { extensions: [".mp4"], mostBytes: 16 * MEGABYTE },
  DOCUMENT: { extensions: [".pdf"], mostBytes: 100 * MEGABYTE },
};

/** Everything that keeps the files from being templates of an account, in the order of the files. */
export async function problemsIn(files: readonly FolderFile[]): Promise<Problem[]> {
  const found = await Promise.all(files.map(problemsOf));
  return found.flatMap((problems, index) => [...problems, ...twice(files, index)]);
}

/** The templates that several files hold. */
export function repeatedIn(files: readonly FolderFile[]): Problem[] {
  return files.flatMap((_, index) => twice(files, index));
}

/** The mistakes in one file. */
export async function problemsOf({ folder, file, value }: FolderFile): Promise<Problem[]> {
  if (typeof value === "string") return [{ file, path: "", message: value }];
  const unknown = Object.keys(value)
    .filter((name) => !MEMBERS.includes(name))
    .map((name) => ({ path: `/${name}`, message: `unknown; expected ${MEMBERS.join(", ")}` }));
  const { allow_category_change: allow } = value;
  const wrongAllow =
    allow === undefined || typeof allow === "boolean"
      ? []
      : [{ path: "/allow_category_change", message: "true or false" }];
  const errors = [
    ...[...unknown, ...wrongAllow, ...templateErrors(withExamples(value)).map(inWordsOfFiles)],
    ...(
      await Promise.all(headersWithFiles(value.components).map((part) => exampleErrors(folder, part)))
    ).flat(),
  ];
  return errors.map((error) => ({ file, ...error }));
}

/** The rules see an example where the file names one: whether it is good is looked at by itself. */
function withExamples(value: Part): Part {
  const copy = structuredClone(value);
  for (const header of headersWithFiles(copy.components))
    if (exampleFile(header) !== null) header.example = { media_id: "" };
  return copy;
}

function inWordsOfFiles({ path, message }: { path: string; message: string }) {
  return path.endsWith("/example/header_handle")
    ? {
        path: path.replace("header_handle", "file"),
        message: "required: the path of an example, from this folder",
      }
    : { path, message };
}

async function exampleErrors(folder: string, header: Part): Promise<Omit<Problem, "file">[]> {
  const path = "/components/HEADER/example/file";
  const named = exampleFile(header);
  if (named === null)
    return header.example === undefined
      ? []
      : [{ path, message: "name a file: handles and ids are those of one account, and expire" }];
  const message = await wrongExample(folder, named, String(header.format).toUpperCase());
  return message === null ? [] : [{ path, message: `${named}: ${message}` }];
}

async function wrongExample(folder: string, named: string, format: string): Promise<string | null> {
  if (isAbsolute(named) || normalize(named).startsWith("..")) return "not in this folder";
  if (!(await isWithin(folder, named))) return "a link that leads out of the folder";
  const { extensions, mostBytes } = EXAMPLES[format] ?? { extensions: [], mostBytes: 0 };
  if (!extensions.includes(extname(named).toLowerCase()))
    return `a header of format ${format} takes ${extensions.join(", ")}`;
  const found = await stat(join(folder, named)).catch(() => null);
  if (found === null || !found.isFile()) return "there is no such file";
  if (found.size === 0) return "it is empty";
  return found.size > mostBytes ? `larger than ${mostBytes / MEGABYTE} MB` : null;
}

/** A template that an earlier file holds, too. */
function twice(files: readonly FolderFile[], index: number): Problem[] {
  const key = keyIn(files[index]?.value);
  const first = files.findIndex(({ value }) => key !== null && keyIn(value) === key);
  return first === -1 || first === index
    ? []
    : [
        {
          file: files[index]?.file ?? "",
          path: "/name",
          message: `${files[first]?.file} holds the same template`,
        },
      ];
}

/** Its key among the others; null when the file has none. */
function keyIn(value: FolderFile["value"] | undefined): string | null {
  if (typeof value !== "object" || typeof value.name !== "string" || typeof value.language !== "string")
    return null;
  return keyOf({ name: value.name, language: value.language });
}
