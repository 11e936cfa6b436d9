import { FORMS, type FormKind } from "../../../file-rules/forms.ts";
import { measure } from "../../measure/measure.ts";
import type { Measures } from "../../measure/measures.ts";
import { videoEncoding } from "../../measure/phone-video.ts";
import { HEAD_BYTES, isOggOpus } from "../../recognise.ts";
import type { Taken } from "../../uploads/whole/take.ts";
import { MOST_PIXELS } from "./ffmpeg.ts";

export const STICKER_SIDE = 512;

/** Whether a file can be sent so as it is. */
export async function isAlready({ path, mimeType, size }: Taken, target: FormKind): Promise<boolean> {
  if (size > FORMS[target].mostBytes) return false;
  switch (target) {
    case "voice":
      return isOggOpus(Buffer.from(await Bun.file(path).slice(0, HEAD_BYTES).arrayBuffer()));
    case "image":
      return /^image\/(jpeg|png)$/.test(mimeType) && isSmall(await measure(path, mimeType));
    case "video":
      return mimeType === "video/mp4" && (await videoEncoding(path)) === "h264";
    case "sticker": {
      if (mimeType !== "image/webp") return false;
      const { width, height } = await measure(path, mimeType);
      return width === STICKER_SIDE && height === STICKER_SIDE;
    }
    case "thumbnail":
    case "portrait":
      return false;
  }
}

/** A picture that unpacks to more than can be shown is none to be sent as it is. */
function isSmall({ width, height }: Measures): boolean {
  return (width ?? 0) * (height ?? 0) <= MOST_PIXELS;
}
