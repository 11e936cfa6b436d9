import { isAnimated } from "../../providers/whatsapp-web/send/content.ts";
import { HEAD_BYTES, isOggOpus } from "../recognise.ts";
import { videoEncoding } from "./phone-video.ts";

/**
 * The encoding within a container, where that decides what phones show. `h264` has AAC or no sound beside it; `other`
 * is what they may not show.
 */
export type Encoding = "opus" | "h264" | "still" | "animated" | "other";

/** Reads it from the headers of a file on the local disk; null for other files, and where they do not say. */
export async function encodingOf(path: string, mimeType: string): Promise<Encoding | null> {
  if (/^video\/(mp4|3gpp)$/.test(mimeType)) return await videoEncoding(path);
  if (!/^(audio\/ogg|image\/webp)$/.test(mimeType)) return null;
  const head = Buffer.from(await Bun.file(path).slice(0, HEAD_BYTES).arrayBuffer());
  if (mimeType === "audio/ogg") return isOggOpus(head) ? "opus" : "other";
  return isAnimated(head) ? "animated" : "still";
}
