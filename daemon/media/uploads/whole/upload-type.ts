import { kindOfType } from "../../../file-rules/kinds.ts";
import { EXTENSIONS, recognise } from "../../recognise.ts";
import { plainType, UNKNOWN_TYPE } from "../../types.ts";

/** How many of a file's first bytes decide its type. */
export const TYPE_BYTES = 4096;

/** Files that only hold others: which of the types they are, their name or client says. */
const ARCHIVES: readonly { begins: string; otherwise: string; types: RegExp }[] = [
  { begins: "PK\x03\x04", otherwise: "application/zip", types: /zip|openxmlformats|opendocument/ },
  {
    begins: "\xd0\xcf\x11\xe0",
    otherwise: "application/x-ole-storage",
    types: /msword|ms-excel|ms-powerpoint/,
  },
];
/** More beginnings than messages are looked at for: of what is sent as a document, whatever it is called. */
const OTHERS: Readonly<Record<string, string>> = {
  "\x1a\x45\xdf\xa3": "video/webm",
  MZ: "application/vnd.microsoft.portable-executable",
  "\x7fELF": "application/x-executable",
};
/** Prologues before the first element of markup, with their ends. */
const PROLOGUE: Readonly<Record<string, string>> = { "<?": "?>", "<!--": "-->", "<!doctype svg": ">" };

/**
 * The type of an uploaded file, by its first bytes. What its client or its name says counts only where bytes show
 * nothing, and never for pictures, sound and videos, which they always show.
 */
export function typeOfUpload(head: Buffer, named: string | null, fileName: string | null): string {
  const said = named === null ? null : plainType(named);
  const found = recognise(head, said?.split("/")[0] ?? "") ?? markupOf(head) ?? otherOf(head);
  if (found !== undefined) return found;
  const extension = fileName?.split(".").at(-1)?.toLowerCase() ?? "";
  const byName = Object.hasOwn(EXTENSIONS, extension) ? EXTENSIONS[extension] : undefined;
  const claimed = [said, byName].find((type) => type !== null && type !== undefined && type !== UNKNOWN_TYPE);
  const archive = ARCHIVES.find(({ begins }) => startsWith(head, begins));
  if (archive !== undefined) {
    return [byName, said].find((type) => archive.types.test(type ?? "")) ?? archive.otherwise;
  }
  return claimed === undefined || claimed === null || mustShow(claimed) ? UNKNOWN_TYPE : claimed;
}

/** Whether the bytes of such a file always show what it is. */
export function mustShow(type: string): boolean {
  return (
    /^(image|audio|video)\//.test(type) ||
    kindOfType(type) !== "document" ||
    /^(text\/html|application\/(pdf|xhtml\+xml))$/.test(type)
  );
}

function markupOf(head: Buffer): string | undefined {
  let rest = head
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .trimStart()
    .toLowerCase();
  for (let opening = openingOf(rest); opening !== undefined; opening = openingOf(rest)) {
    const closing = PROLOGUE[opening] ?? "";
    const end = rest.indexOf(closing, opening.length);
    if (end === -1) return undefined;
    rest = rest.slice(end + closing.length).trimStart();
  }
  if (/^<svg[\s>]/.test(rest)) return "image/svg+xml";
  return /^<(!doctype html|html|head|body|script)[\s>]/.test(rest) ? "text/html" : undefined;
}

function openingOf(text: string): string | undefined {
  return Object.keys(PROLOGUE).find((opening) => text.startsWith(opening));
}

function otherOf(head: Buffer): string | undefined {
  return Object.entries(OTHERS).find(([begins]) => startsWith(head, begins))?.[1];
}

function startsWith(head: Buffer, begins: string): boolean {
  return head.toString("latin1", 0, begins.length) === begins;
}
