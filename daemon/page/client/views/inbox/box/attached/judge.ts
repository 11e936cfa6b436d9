import { ALLOWED, kindOfType, stickerLimit } from "../../../../../../file-rules/kinds.ts";
import { OFFICIAL_FILES } from "../../../../../../file-rules/platforms.ts";
import { formatOf } from "../../../../../../file-rules/sources.ts";
import type { FileKind } from "../../../../parts/files/file-kind.ts";
import { sizeInWords } from "../../../../parts/files/sizes.ts";
import { BOX } from "../../../../view-words.ts";

type Judged = Pick<File, "name" | "type" | "size">;

/** Types that browsers have other names for. */
const NAMES: Readonly<Record<string, string>> = {
  "audio/x-m4a": "audio/mp4",
  "audio/mp3": "audio/mpeg",
  "audio/x-wav": "audio/wav",
};

/** The kinds of message that can hold a file, the one that shows it best first. The daemon, which sees its bytes, decides. */
export function kindsOf(file: Judged): readonly FileKind[] {
  const type = typeOf(file);
  const own = kindOfType(type);
  const kinds: readonly FileKind[] = [
    ...(own === "sticker" && file.size > stickerLimit(true) ? [] : [own]),
    ...(type === "image/gif" ? (["video"] as const) : []),
    ...CONVERTED.filter((kind) => formatOf(kind === "audio" ? "voice" : kind, type) !== undefined),
    "document",
  ];
  const shown = kinds.filter(
    (kind) => kind !== "document" && (kind !== "audio" || !type.startsWith("video/")),
  );
  return [...new Set<FileKind>([...shown, "document"])];
}

/** By how often they are what somebody means. */
const CONVERTED = ["image", "video", "audio", "sticker"] as const;

/** Whether it becomes another file on its way, so that phones can show it. */
export function isConverted(file: Judged, kind: FileKind, isOfficial: boolean): boolean {
  const { types } = ALLOWED[kind];
  return kind !== "document" && !(types.test(typeOf(file)) && file.size <= mostBytes(kind, isOfficial));
}

/** Why a file can't be sent so, by what the API takes; null when it can. */
export function complaintOf(file: Judged, kind: FileKind, isOfficial: boolean): string | null {
  const most = ALLOWED.document.mostBytes;
  if (file.size === 0) return BOX.emptyFile;
  if (file.size > most) return BOX.tooLarge(sizeInWords(file.size), sizeInWords(most));
  if (kind === "document" && isOfficial && !OFFICIAL_FILES.documents.types.test(uploadType(file, isOfficial)))
    return BOX.notTaken(OFFICIAL_FILES.documents.named, typeOf(file));
  return null;
}

/** The type that a file is uploaded as: official numbers take a CSV or calendar as the plain text that it is. */
export function uploadType(file: Judged, isOfficial: boolean): string {
  const type = typeOf(file);
  return isOfficial && /^text\/(csv|calendar|markdown)$/.test(type) ? "text/plain" : type;
}

function mostBytes(kind: FileKind, isOfficial: boolean): number {
  return kind === "video" && isOfficial ? OFFICIAL_FILES.videoBytes : ALLOWED[kind].mostBytes;
}

/** Without its parameters, such as the codec that a recording names. */
function typeOf({ type }: Judged): string {
  const own = type.split(";")[0]?.trim() ?? "";
  return NAMES[own] ?? own;
}
