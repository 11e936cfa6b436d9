/** Recognises files by their first bytes, else by their names. */

/** The beginnings of files, as Latin-1 (IANA's media types and the formats' own descriptions). */
const BEGINNINGS: readonly (readonly [type: string, begins: RegExp])[] = [
  ["image/jpeg", /^\xff\xd8\xff/],
  ["image/png", /^\x89PNG\r\n\cZ\n/],
  ["image/webp", /^RIFF.{4}WEBP/s],
  ["image/gif", /^GIF8/],
  ["audio/wav", /^RIFF.{4}WAVEfmt /s],
  ["audio/ogg", /^OggS/],
  ["audio/amr", /^#!AMR/],
  // a frame of ADTS, of MPEG-4 or MPEG-2; the last bit says whether a checksum follows
  ["audio/aac", /^\xff[\xf0\xf1\xf8\xf9]/],
  // or a frame of MPEG-1, 2 or 2.5, layer III
  ["audio/mpeg", /^(ID3|\xff[\xfa\xfb\xf2\xf3\xe2\xe3])/],
  ["audio/mp4", /^.{4}ftypM4A/s],
  ["video/3gpp", /^.{4}ftyp3g/s],
  ["video/quicktime", /^.{4}ftypqt/s],
  ["image/heic", /^.{4}ftyphe[iv]/s],
  ["image/heif", /^.{4}ftypmif1/s],
  ["image/avif", /^.{4}ftypavif/s],
  ["video/mp4", /^.{4}ftyp/s],
  // readers pass over what is empty before it
  ["application/pdf", /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/],
];

/** Media types by the extensions of documents. */
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
  rtf: "application/rtf",
  ics: "text/calendar",
};

/** How many of a file's first bytes are needed to recognise it, where nothing empty is before them. */
export const HEAD_BYTES = 36;
/** How many are looked at where there are more. */
const MOST_BYTES = 1024;

/** Types that hold sound or pictures alike: which of them a file is, its message says. */
const CONTAINERS: Record<string, Record<string, string>> = {
  audio: { "video/mp4": "audio/mp4", "video/3gpp": "audio/3gpp" },
  video: { "audio/mp4": "video/mp4", "audio/ogg": "video/ogg" },
};

/** The MIME type that a file's first bytes show; null when they show none. */
export function recognise(head: Buffer, kind: string): string | null {
  const text = head.toString("latin1", 0, MOST_BYTES);
  const found = BEGINNINGS.find(([, begins]) => begins.test(text))?.[0];
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
