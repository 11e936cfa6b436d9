import type { MediaRow } from "../../../../db/media/media.ts";
import type { Target } from "../../../file-rules/forms.ts";
import { ALLOWED, type FileKind, STATIC_STICKER } from "../../../file-rules/kinds.ts";
import { formatOf } from "../../../file-rules/sources.ts";
import type { Encoding } from "../../measure/encoding.ts";
import { plainType } from "../../types.ts";
import { STICKER_SIDE } from "./is-already.ts";

/** How a message shows a file, and how large a video may be there. */
export type Showing = { kind: string; voice: boolean; videoBytes: number | undefined };

type Facts = Pick<MediaRow, "mime_type" | "size" | "width" | "height"> & { encoding: Encoding | null };

/**
 * The form that an uploaded file has to be brought into before a platform takes it in such a message; null when it is
 * taken as it is, or when there is no such form.
 */
export function neededForm(file: Facts, { kind, voice, videoBytes }: Showing): Target | null {
  if (kind !== "image" && kind !== "video" && kind !== "audio" && kind !== "sticker") return null;
  const type = plainType(file.mime_type ?? "");
  const target = kind === "audio" ? "voice" : kind;
  if (formatOf(target, type) === undefined) return null;
  const mostBytes = (kind === "video" ? videoBytes : undefined) ?? ALLOWED[kind].mostBytes;
  const isTaken = ALLOWED[kind].types.test(type) && Number(file.size) <= mostBytes;
  return isTaken && isShown(file, type, kind, voice) ? null : target;
}

/** Whether phones show it so: what is not known of a file is not held against it. */
function isShown({ encoding, ...file }: Facts, type: string, kind: FileKind, voice: boolean): boolean {
  if (voice && type !== "audio/ogg") return false;
  if (kind !== "sticker") return encoding !== "other";
  if (encoding !== "still") return true;
  const isSquare = file.width === null || (file.width === STICKER_SIDE && file.height === STICKER_SIDE);
  return isSquare && Number(file.size) <= STATIC_STICKER;
}
