import { MediaFailure } from "./media-error.ts";

/** What each kind of message can hold, by the beginning of the file's MIME type. A document can be anything. */
const PREFIXES: Record<string, readonly string[]> = {
  image: ["image/"],
  video: ["video/"],
  audio: ["audio/"],
  sticker: ["image/webp"],
  document: [""],
};

/** Of a file of which nobody said what it is (RFC 2046, section 4.5.1). */
export const UNKNOWN_TYPE = "application/octet-stream";

/** The first bytes of types that are always recognisable. */
const SIGNATURES: Record<string, (head: Buffer) => boolean> = {
  "image/jpeg": (head) => head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff])),
  "image/png": (head) => head.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1")),
  "image/webp": (head) =>
    head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP",
};

/** How many of a file's first bytes are looked at. */
export const HEAD_BYTES = 12;

/** A MIME type without its parameters, in lower case. */
export function plainType(mimeType: string): string {
  return mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Throws unless a file of this type can be what a message of this kind holds. */
export function checkType(kind: string, mimeType: string): void {
  const type = plainType(mimeType);
  if (PREFIXES[kind]?.some((prefix) => type.startsWith(prefix))) return;
  throw new MediaFailure(
    "media_wrong_type",
    `a message of kind ${kind} came with a file of type ${type}`,
    false,
  );
}

/** Throws when the first bytes are not those of the type the platform named. */
export function checkHead(mimeType: string, head: Buffer): void {
  const type = plainType(mimeType);
  if (SIGNATURES[type]?.(head) ?? true) return;
  throw new MediaFailure("media_wrong_type", `the file is not of the type ${type} that was announced`, false);
}
