import { Readable } from "node:stream";
import type { Sql } from "../../../db/connection/client.ts";
import { findFileToSend } from "../../../db/media/forms.ts";
import { tidied } from "../../lib/tidier.ts";
import { isAnimated } from "../../providers/whatsapp-web/send/content.ts";
import type { FetchedFile, WhatsAppWebFiles } from "../../providers/whatsapp-web/send/records.ts";
import { MediaFailure } from "../media-error.ts";
import { HEAD_BYTES } from "../recognise.ts";
import { type ByteRange, type MediaStore, mediaKey } from "../stores/store.ts";
import { UNKNOWN_TYPE } from "../types.ts";
import { checkSticker } from "./check-sticker.ts";
import type { Forms } from "./forms/forms.ts";
import { thumbnailOf } from "./forms/thumbnail.ts";
import { checkVoice } from "./voice.ts";

export type StoredUploads = { sql: Sql; store: MediaStore; forms: Forms };

type Wanted = Parameters<WhatsAppWebFiles["fetch"]>[1];

/**
 * Opens an uploaded file, or a form of one, to be sent. Pictures, which are small, come as they are; anything else is read while it is
 * sent, so that memory use does not grow with it. Throws a `MediaFailure`.
 */
export async function openUpload(
  { sql, store, forms }: StoredUploads,
  organizationId: string,
  id: string,
  { kind, voice = false }: Wanted,
  signal: AbortSignal,
): Promise<FetchedFile> {
  const row = await findFileToSend(sql, organizationId, id);
  if (row === null) throw gone();
  const mimeType = row.mime_type ?? UNKNOWN_TYPE;
  const read = async (range: ByteRange | null) => {
    const found = await store.open(mediaKey(organizationId, id), range);
    if (found === null) throw gone();
    return found instanceof Blob ? found.stream() : found;
  };
  const whole = async (range: ByteRange | null) => Buffer.from(await new Response(await read(range)).bytes());
  const measures = {
    width: row.width,
    height: row.height,
    seconds: row.duration_seconds,
    waveform: row.waveform,
    thumbnail: kind === "video" ? await thumbnailOf({ store, forms }, row, signal) : null,
  };
  if (voice) checkVoice(await whole({ start: 0, end: HEAD_BYTES - 1 }), mimeType);
  if (kind !== "image" && kind !== "sticker")
    return { bytes: Readable.from(tidied(await read(null)), { objectMode: false }), mimeType, measures };
  const bytes = await whole(null);
  if (kind === "sticker") checkSticker(bytes.length, isAnimated(bytes));
  return { bytes, mimeType, measures };
}

function gone(): MediaFailure {
  return new MediaFailure("media_gone", "the uploaded file was deleted, or has expired", false);
}
