import { MediaFailure } from "./media-error.ts";

/** What each kind of message may hold, by prefix of the file's MIME type; a document may be anything. */
const PREFIXES: Record<string, readonly string[]> = {
  image: ["image/"],
  video: ["video/"],
  audio: ["audio/"],
  sticker: ["image/webp"],
  document: [""],
};

/** The type of a file that nobody named a type for (RFC 2046, section 4.5.1). */
export const UNKNOWN_TYPE = "application/octet-stream";

/** The first bytes of types that can always be recognised. */
const SIGNATURES: Record<string, (head: Buffer) => boolean> = {
  "image/jpeg": (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  "image/png": (head) => head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  "image/webp": (head) =>
    head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
};

/** How many of a file's first bytes are examined. */
export const HEAD_BYTES = 12;

/** A MIME type without its parameters, in lower case. */
export function plainType(mimeType: string): string {
  return mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Throws unless a message of this kind may hold a file of this type. */
export function checkType(kind: string, mimeType: string): void {
  const type = plainType(mimeType);
  if (PREFIXES[kind]?.some((prefix) => type.startsWith(prefix))) return;
  throw new MediaFailure(
    "media_wrong_type",
    `a message of kind ${kind} came with a file of type ${type}`,
    false,
  );
}

/** Throws when a file's first bytes do not match the type that the platform named. */
export function checkHead(mimeType: string, head: Buffer): void {
  const type = plainType(mimeType);
  if (SIGNATURES[type]?.(head) ?? true) return;
  throw new MediaFailure("media_wrong_type", `the file is not of the type ${type} that was announced`, false);
}
