import { type Json, object, present, text } from "../../cloud-api/inbound/values.ts";

/** `ContextInfo.ExternalAdReplyInfo.MediaType` of WhatsApp's protocol. */
const MEDIA_TYPES: Record<number, string> = { 1: "image", 2: "video" };

/**
 * The advertisement or post that made the person write, in the Cloud API's form; null when there is none. A link with a
 * picture looks like one and names no source.
 */
export function readReferral(contextInfo: Json): Json | null {
  const ad = object(contextInfo.externalAdReply);
  const sourceId = words(ad.sourceId);
  const clickId = words(ad.ctwaClid);
  if (sourceId === null && clickId === null) return null;
  const mediaType = MEDIA_TYPES[Number(ad.mediaType)];
  const mediaUrl = words(ad.mediaUrl);
  return present({
    source_url: words(ad.sourceUrl),
    source_type: words(ad.sourceType),
    source_id: sourceId,
    headline: words(ad.title),
    body: words(ad.body),
    media_type: mediaType,
    image_url: mediaType === "image" ? (words(ad.originalImageUrl) ?? mediaUrl) : null,
    video_url: mediaType === "video" ? mediaUrl : null,
    thumbnail_url: words(ad.thumbnailUrl),
    ctwa_clid: clickId,
    ref: words(ad.ref),
  });
}

/** Where in WhatsApp or outside of it the chat was begun, as WhatsApp names it, such as `ctwa_ad`; null when it does not say. */
export function readEntryPoint(contextInfo: Json): Json | null {
  const entry = present({
    source: words(contextInfo.entryPointConversionSource),
    app: words(contextInfo.entryPointConversionApp),
  });
  return Object.keys(entry).length === 0 ? null : entry;
}

function words(value: unknown): string | null {
  return text(value) || null;
}
