import type { MediaKind } from "../media/limits.ts";

/** A file of each kind that is as small as its type allows and no smaller. */
const FILES: Record<MediaKind, { mimeType: string; base64: string }> = {
  image: {
    mimeType: "image/png",
    base64:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
  video: { mimeType: "video/mp4", base64: "AAAAGGZ0eXBpc29tAAACAGlzb21pc28yAAAACGZyZWU=" },
  audio: { mimeType: "audio/ogg; codecs=opus", base64: "T2dnUwACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA==" },
  document: { mimeType: "application/pdf", base64: "JVBERi0xLjQKJSVFT0YK" },
  sticker: { mimeType: "image/webp", base64: "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==" },
};

/** The bytes and type of an inbound file: those given in base64, or those of the table. */
export function inboundFile(
  kind: MediaKind,
  { base64, mime_type }: { base64?: unknown; mime_type?: unknown },
): { mimeType: string; bytes: Uint8Array<ArrayBuffer> } {
  const own = FILES[kind];
  const encoded = typeof base64 === "string" ? base64 : own.base64;
  return {
    mimeType: typeof mime_type === "string" ? mime_type : own.mimeType,
    bytes: new Uint8Array(Buffer.from(encoded, "base64")),
  };
}
