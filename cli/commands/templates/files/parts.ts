import { canonical } from "../../../../daemon/template-rules/canonical.ts";
import { isObject } from "../../../lib/values/objects.ts";
import type { Part } from "./template-file.ts";

/** Formats of headers whose example is a file. */
const FILES = ["IMAGE", "VIDEO", "DOCUMENT"];

/** The objects of a list, whatever that is. */
export function partsIn(list: unknown): Part[] {
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** Whether a part is a header with a file. */
export function takesFile(part: Part): boolean {
  const { type, format } = canonical(part);
  return type === "HEADER" && FILES.includes(String(format));
}

/** The headers with files, as they are and not copies of them: a template's own, then those of its cards. */
export function headersWithFiles(components: unknown): Part[] {
  return partsIn(components).flatMap((part) => [
    ...(takesFile(part) ? [part] : []),
    ...partsIn(part.cards).flatMap((card) => partsIn(card.components).filter(takesFile)),
  ]);
}

/** The path that a header's example names, as the file has it; null when it names none. */
export function exampleFile({ example }: Part): string | null {
  return isObject(example) && typeof example.file === "string" ? example.file : null;
}
