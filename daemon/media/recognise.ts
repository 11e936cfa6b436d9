/** Recognises files by their first bytes, else by their names. */

type Signature = { type: string; at: number; bytes: string };

/** The beginnings of files, as Latin-1 (IANA's media types and the formats' own descriptions). */
const SIGNATURES: readonly Signature[] = [
  { type: "image/jpeg", at: 0, bytes: "\xff\xd8\xff" },
  { type: "image/png", at: 0, bytes: "\x89PNG\r\n\x1a\n" },
  { type: "image/webp", at: 8, bytes: "WEBP" },
  { type: "image/gif", at: 0, bytes: "GIF8" },
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
  { type: "video/mp4", at: 4, bytes: "ftyp" },
  { type: "application/pdf", at: 0, bytes: "%PDF-" },
];

const EXTENSIONS: Record<string, string> = {
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

/** The MIME type of a file. A document has the type its client named, unless its bytes show another. */
export function typeOfFile(bytes: Buffer, kind: string, named: string | null, url: string): string {
  const found = SIGNATURES.find((one) => hasAt(bytes, one))?.type;
  // audio and video share container formats
  if (found === "video/mp4" && kind === "audio") return "audio/mp4";
  if (found !== undefined) return found;
  const extension = new URL(url).pathname.split(".").at(-1)?.toLowerCase() ?? "";
  if (kind !== "document") return "application/octet-stream";
  return named ?? EXTENSIONS[extension] ?? "application/octet-stream";
}

function hasAt(bytes: Buffer, { at, bytes: expected }: Signature): boolean {
  return bytes.toString("latin1", at, at + expected.length) === expected;
}
