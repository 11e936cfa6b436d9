/** Recognises files by their first bytes, else by their names. */

type Signature = { type: string; at: number; bytes: string };

/** The beginnings of files, as Latin-1 (IANA's media types and the formats' own descriptions). */
const SIGNATURES: readonly Signature[] = [
  { type: "image/jpeg", at: 0, bytes: "\xff\xd8\xff" },
  { type: "image/png", at: 0, bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/webp", at: 8, bytes: "WEBP" },
  { type: "image/gif", at: 0, bytes: "GIF8" },
  { type: "audio/wav", at: 8, bytes: "WAVEfmt " },
  { type: "audio/ogg", at: 0, bytes: "OggS" },
  { type: "audio/amr", at: 0, bytes: "#!AMR" },
  { type: "audio/mpeg", at: 0, bytes: "ID3" },
  { type: "audio/aac", at: 0, bytes: "\xff\xf1" },
  { type: "audio/aac", at: 0, bytes: "\xff\xf9" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xfb" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xf3" },
  { type: "audio/mpeg", at: 0, bytes: "\xff\xf2" },
  { type: "audio/mp4", at: 4, bytes: "ftypM4A" },
  { type: "video/3gpp", at: 4, bytes: "ftyp3g" },
  { type: "video/quicktime", at: 4, bytes: "ftypqt" },
  { type: "image/heic", at: 4, bytes: "ftyphei" },
  { type: "image/heif", at: 4, bytes: "ftypmif1" },
  { type: "image/avif", at: 4, bytes: "ftypavif" },
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "application/pdf", at: 0, bytes: "%PDF-" },
];

/** What the names of documents say of them. */
export const EXTENSIONS: Record<string, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xls: "application/vnd.ms-excel",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ppt: "application/vnd.ms-powerpoint",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  zip: "application/zip",
};

/** How many of a file's first bytes are needed to recognise it. */
export const HEAD_BYTES = 36;

/** Types that hold sound or pictures alike: which of them a file is, its message says. */
const CONTAINERS: Record<string, Record<string, string>> = {
  audio: { "video/mp4": "audio/mp4", "video/3gpp": "audio/3gpp" },
  video: { "audio/mp4": "video/mp4", "audio/ogg": "video/ogg" },
};

/** The MIME type that a file's first bytes show; null when they show none. */
export function recognise(head: Buffer, kind: string): string | null {
  const found = SIGNATURES.find((one) => hasAt(head, one))?.type;
  return found === undefined ? null : (CONTAINERS[kind]?.[found] ?? found);
}

/** Whether a file is Ogg with Opus in it, as voice messages are (RFC 7845, section 5.1): its first page is 28 bytes and the header. */
export function isOggOpus(bytes: Buffer): boolean {
  return bytes.toString("latin1", 0, 4) === "OggS" && bytes.toString("latin1", 28, 36) === "OpusHead";
}

/** The MIME type of a file. A document has the type its client named, unless its bytes show another. */
export function typeOfFile(bytes: Buffer, kind: string, named: string | null, url: string): string {
  const found = recognise(bytes, kind);
  if (found !== null) return found;
  const extension = new URL(url).pathname.split(".").at(-1)?.toLowerCase() ?? "";
  if (kind !== "document") return "application/octet-stream";
  return named ?? EXTENSIONS[extension] ?? "application/octet-stream";
}

function hasAt(bytes: Buffer, { at, bytes: expected }: Signature): boolean {
  return bytes.toString("latin1", at, at + expected.length) === expected;
}
