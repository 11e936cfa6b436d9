import { beginningOf } from "../lib/characters.ts";
import type { ReceivedMedia } from "./inbound.ts";

/** What strangers say of their files, made fit to be stored, shown and put into headers. */

const LONGEST_NAME = 255;
const LONGEST_ID = 512;
/** Type, subtype and parameters, all in printable ASCII (RFC 6838, section 4.2; RFC 9110, section 5.5). */
const TYPE = /^[\w!#$&^.+-]{1,127}\/[\w!#$&^.+-]{1,127} ?(;[\x20-\x7e]{0,127})?$/;
const DIGEST = /^[0-9a-f]{64}$/i;
/** Control characters, and those that turn the direction of writing: with them `gpj.exe` reads as `exe.jpg`. */
const UNSEEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A file as it is recorded; what is not usable of what was said is left out. */
export function cleanMedia(media: ReceivedMedia): ReceivedMedia {
  return {
    ...media,
    providerMediaId: beginningOf(seen(media.providerMediaId), LONGEST_ID),
    mimeType: cleanType(media.mimeType),
    fileName: cleanFileName(media.fileName),
    sha256: media.sha256 !== null && DIGEST.test(media.sha256) ? media.sha256.toLowerCase() : null,
  };
}

/** A MIME type that any header takes; null when there is none in the text. */
export function cleanType(said: string | null): string | null {
  const type = seen(said ?? "").trim();
  return TYPE.test(type) ? type : null;
}

/** A name of at most 255 characters, its extension kept; null when nothing of it can be seen. */
export function cleanFileName(said: string | null): string | null {
  const name = [...seen(said ?? "").trim()];
  if (name.length <= LONGEST_NAME) return name.join("") || null;
  const extension = /\.\w{1,10}$/.exec(name.join(""))?.[0] ?? "";
  return name.slice(0, LONGEST_NAME - extension.length).join("") + extension;
}

function seen(text: string): string {
  return text.toWellFormed().replace(UNSEEN, "");
}
