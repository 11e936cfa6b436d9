import { MediaFailure } from "./media-error.ts";
import { recognise } from "./recognise.ts";

/** The files of each kind of message, by prefix of the MIME type; a document may be anything. */
const PREFIXES: Record<string, readonly string[]> = {
  image: ["image/"],
  video: ["video/"],
  audio: ["audio/"],
  // WhatsApp's own type is of animations in the form of Lottie
  sticker: ["image/", "application/was"],
  document: [""],
};

/** The type of a file that nobody named a type for (RFC 2046, section 4.5.1). */
export const UNKNOWN_TYPE = "application/octet-stream";

/** Types whose files can always be recognised by their first bytes. */
const ALWAYS_RECOGNISED = ["image/jpeg", "image/png", "image/webp"];

/** A MIME type without its parameters, in lower case. */
export function plainType(mimeType: string): string {
  return mimeType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/**
 * The type of a file that came with a message of some kind: what its first bytes show, whatever was announced; what
 * was announced where they show nothing. Throws when a message of the kind can't hold such a file, or when a file
 * is announced as a type that its bytes would show.
 */
export function actualType(kind: string, announced: string, head: Buffer): string {
  const found = recognise(head, kind);
  if (found === null && ALWAYS_RECOGNISED.includes(plainType(announced)))
    throw new MediaFailure(
      "media_wrong_type",
      `the file is not of the type ${plainType(announced)} that was announced`,
      false,
    );
  // what was announced may say more, such as the codec
  const actual = found === null || found === plainType(announced) ? announced : found;
  checkType(kind, actual);
  return actual;
}

function checkType(kind: string, mimeType: string): void {
  const type = plainType(mimeType);
  if (PREFIXES[kind]?.some((prefix) => type.startsWith(prefix))) return;
  throw new MediaFailure(
    "media_wrong_type",
    `a message of kind ${kind} came with a file of type ${type}`,
    false,
  );
}
