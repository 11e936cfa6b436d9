import type { AnyMessageContent } from "baileys";
import { imageSize } from "image-size";
import type { DraftContent, DraftFile, LinkPreview } from "../encode/draft.ts";
import type { FetchedFile } from "./records.ts";

/** The largest picture shown with a link, in bytes: it travels in the message itself. */
const LARGEST_THUMBNAIL = 100 * 1024;

/** The largest picture that is decoded within this process, in pixels: each takes four bytes of memory. */
const MOST_PIXELS = 25_000_000;

/** Fetches a file to send. Rejects with `FileRefused`. */
type FetchFile = (file: Pick<DraftFile, "kind" | "url" | "mimeType" | "voice">) => Promise<FetchedFile>;

/**
 * A message's content in Baileys' form; files are fetched here and handed over as bytes. Rejects with `FileRefused`.
 */
export async function contentOf(content: DraftContent, fetch: FetchFile): Promise<AnyMessageContent> {
  switch (content.show) {
    case "text":
      return { text: content.text, linkPreview: await previewOf(content.preview, fetch) };
    case "file":
      return fileContent(content.file, await fetch(content.file));
    case "location":
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          name: content.name,
          address: content.address,
        },
      };
    case "contact": {
      const vcard = cardOf(content);
      const displayName = content.fullName;
      return { contacts: { displayName, contacts: [{ displayName, vcard }] } };
    }
    case "poll":
      return {
        poll: { name: content.question, values: content.options, selectableCount: content.selectable },
      };
  }
}

/** Null is no preview; undefined would make Baileys fetch the link itself. */
async function previewOf(preview: LinkPreview | undefined, fetch: FetchFile) {
  if (preview === undefined) return null;
  const thumbnail =
    preview.thumbnailUrl === undefined ? null : await fetch({ kind: "image", url: preview.thumbnailUrl });
  const bytes = thumbnail?.bytes;
  const picture = Buffer.isBuffer(bytes) ? bytes : null;
  const isShown = thumbnail?.mimeType === "image/jpeg" && (picture?.length ?? 0) <= LARGEST_THUMBNAIL;
  return {
    "canonical-url": preview.url,
    "matched-text": preview.url,
    title: preview.title,
    ...(preview.description === undefined ? {} : { description: preview.description }),
    ...(isShown && picture !== null ? { jpegThumbnail: picture } : {}),
  };
}

function fileContent(
  { kind, url, caption, fileName, voice = false }: DraftFile,
  { bytes, mimeType, measures }: FetchedFile,
): AnyMessageContent {
  const media = Buffer.isBuffer(bytes) ? bytes : { stream: bytes };
  const { width, height, seconds, waveform, thumbnail } = measures ?? {};
  const sized = width && height ? { width, height } : {};
  const captioned = caption === undefined ? {} : { caption };
  switch (kind) {
    case "image":
      return { image: media, mimetype: mimeType, ...sized, ...captioned, ...previewed(bytes) };
    case "video":
      return {
        video: media,
        mimetype: mimeType,
        ...sized,
        ...captioned,
        ...stillOf(thumbnail),
        ...lengthOf(seconds),
      };
    case "audio":
      return {
        audio: media,
        mimetype: voice ? "audio/ogg; codecs=opus" : mimeType,
        ptt: voice,
        ...lengthOf(seconds),
        ...(voice && waveform ? { waveform } : {}),
      };
    case "sticker":
      return {
        sticker: media,
        mimetype: mimeType,
        isAnimated: Buffer.isBuffer(bytes) && isAnimated(bytes),
      };
    case "document":
      return { document: media, mimetype: mimeType, fileName: fileName ?? nameIn(url), ...captioned };
  }
}

function lengthOf(seconds: number | null | undefined): { seconds?: number } {
  return seconds ? { seconds: Math.max(1, Math.round(seconds)) } : {};
}

/**
 * The preview of a video, also an empty one: without it, Baileys writes the whole file to the disk once more and runs
 * ffmpeg on it, without any limit (`Utils/messages-media`, `extractVideoThumb`).
 */
function stillOf(thumbnail: Buffer | null | undefined): { jpegThumbnail?: string } {
  return { jpegThumbnail: thumbnail?.toString("base64") ?? null } as { jpegThumbnail?: string };
}

/**
 * Baileys decodes a picture to make a small one of it, whatever memory that takes (`Utils/messages-media`,
 * `extractImageThumb`): of one that is too large, or that doesn't say, none is made.
 */
function previewed(bytes: FetchedFile["bytes"]): { jpegThumbnail?: string } {
  return Buffer.isBuffer(bytes) && pixelsOf(bytes) <= MOST_PIXELS ? {} : stillOf(null);
}

function pixelsOf(picture: Buffer): number {
  try {
    const { width, height } = imageSize(picture);
    return width * height;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/** Whether a WebP moves: its extended header says so (RFC 9649, section 2.7). */
export function isAnimated(bytes: Buffer): boolean {
  return bytes.toString("latin1", 12, 16) === "VP8X" && ((bytes[20] ?? 0) & 0x02) !== 0;
}

function nameIn(url: string): string {
  const last = new URL(url).pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(last) || "file";
  } catch {
    return last;
  }
}

/** A card with one number (RFC 2426; `waid` is WhatsApp's own). */
function cardOf({ fullName, phone, organization }: Extract<DraftContent, { show: "contact" }>): string {
  const name = escaped(fullName);
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `N:;${name};;;`,
    `FN:${name}`,
    ...(organization === undefined ? [] : [`ORG:${escaped(organization)};`]),
    `TEL;type=CELL;type=VOICE;waid=${phone}:+${phone}`,
    "END:VCARD",
  ].join("\n");
}

function escaped(text: string): string {
  return text.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");
}
