import type { ReceivedMedia } from "../../inbound.ts";
import { type Json, present, text } from "./values.ts";

/**
 * A received file's content in the words of our outbound content, without members that are useless once it is fetched.
 */
type Read = { content: Json; media: ReceivedMedia | null };

/**
 * A message with a file: the caption and what else comes with it, and the file
 * itself, which is fetched later. Without an id (an edited caption) there is none.
 */
export function readMedia(kind: ReceivedMedia["kind"], body: Json): Read {
  const { id, url: _url, filename, ...rest } = body;
  const fileName = text(filename);
  const content = { ...rest, ...present({ file_name: fileName }) };
  const providerMediaId = text(id);
  if (providerMediaId === null) return { content, media: null };
  const mimeType = text(body.mime_type);
  return { content, media: { providerMediaId, kind, mimeType, fileName, sha256: hexDigest(body.sha256) } };
}

/** Meta writes digests in base64 in webhooks and in hexadecimal elsewhere. Null when it is neither. */
export function hexDigest(value: unknown): string | null {
  const digest = text(value) ?? "";
  if (/^[0-9a-f]{64}$/i.test(digest)) return digest.toLowerCase();
  const bytes = Buffer.from(digest, "base64");
  return bytes.length === 32 ? bytes.toString("hex") : null;
}
