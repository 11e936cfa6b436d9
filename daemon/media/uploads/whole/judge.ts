import {
  ALLOWED,
  type FileKind,
  kindOfType,
  STATIC_STICKER,
  stickerLimit,
} from "../../../file-rules/kinds.ts";
import { formatOf } from "../../../file-rules/sources.ts";
import { problem } from "../../../http/problem.ts";
import { isAnimated } from "../../../providers/whatsapp-web/send/content.ts";
import { plainType } from "../../types.ts";
import { mustShow, typeOfUpload } from "./upload-type.ts";

/** The client's wishes for an upload. */
export type Wishes = { as?: FileKind | undefined };

/** The type of a file, and its largest size. */
export type Judged = {
  mimeType: string;
  kind: FileKind;
  /** Throws 413 when a file of so many bytes is too large for its kind. */
  refuseLarger(size: number): void;
};

/** Judges a file by its first bytes. Throws 415 when it is not what it is said to be, or can't be sent as is wished. */
export function judge(
  head: Buffer,
  { mimeType, fileName }: { mimeType: string | null; fileName: string | null },
  { as }: Wishes,
): Judged {
  const found = typeOfUpload(head, mimeType, fileName);
  const said = plainType(mimeType ?? "");
  if (mustShow(said) && isUnshown(found) && said !== found)
    throw wrongType(found, `the file was sent as ${said}, but its bytes are ${found}`);
  const kind = as ?? kindOfType(found);
  const { types, named } = ALLOWED[kind];
  const mostBytes = kind === "sticker" ? stickerLimit(isAnimated(head)) : ALLOWED[kind].mostBytes;
  if (!types.test(found))
    throw wrongType(
      found,
      `a file to send as ${kind} is ${named}; this one is ${found}${conversionOf(kind, found)}`,
    );
  return { mimeType: found, kind, refuseLarger: (size) => refuseLarger(kind, size, mostBytes) };
}

/** Whether a file shows neither picture, sound, video nor PDF. */
function isUnshown(found: string): boolean {
  return !/^(image\/(?!svg)|audio\/|video\/|application\/pdf$)/.test(found);
}

function wrongType(found: string, detail: string) {
  return problem(415, "unsupported_media_type", detail, { members: { found } });
}

/** The conversion that makes a file fit, if there is one. */
function conversionOf(kind: FileKind, found: string): string {
  const target = kind === "audio" ? "voice" : kind;
  return target !== "document" && formatOf(target, found) !== undefined
    ? `: upload it with ?convert=${target}`
    : "";
}

/** Throws 413 when a file of so many bytes is too large for its kind. */
export function refuseLarger(kind: FileKind, size: number, mostBytes: number): void {
  if (size <= mostBytes) return;
  const smaller = kind === "audio" ? "" : ` with ?convert=${kind} to make it smaller, or`;
  const way = kind === "document" ? "" : `; upload it${smaller} with ?as=document to send it as a document`;
  const what =
    mostBytes === STATIC_STICKER ? "a static picture to send as sticker" : `a file to send as ${kind}`;
  throw problem(413, "too_large", `${what} has at most ${mostBytes} bytes${way}`, {
    members: { limit: mostBytes },
  });
}
