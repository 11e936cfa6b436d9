import { rm } from "node:fs/promises";
import type { MediaRow } from "../../../../db/media/media.ts";
import { type MediaStore, mediaKey } from "../../stores/store.ts";
import type { Taken } from "../../uploads/whole/take.ts";
import { type Conversion, type Converter, convert } from "../convert/convert.ts";
import type { Forms } from "./forms.ts";

/** The picture that stands for an uploaded video until it is played: made once. Null where none can be made. */
export async function thumbnailOf(
  { store, forms }: { store: MediaStore; forms: Forms },
  video: MediaRow,
  signal: AbortSignal,
): Promise<Buffer | null> {
  // headers that say nothing: no video that can be read
  if (video.encoding === null) return null;
  const form = await forms.of(video, "thumbnail", signal).catch(() => null);
  const found = form === null ? null : await store.open(mediaKey(form.organization_id, form.id), null);
  return found === null ? null : Buffer.from(await new Response(found).bytes());
}

/** The same of a video on the local disk. Leaves no file. */
export async function thumbnailOfFile(
  converter: Converter,
  { path, mimeType, size }: Pick<Taken, "path" | "mimeType" | "size">,
  given: Pick<Conversion, "names" | "signal">,
): Promise<Buffer | null> {
  const video = {
    path,
    mimeType,
    size,
    kind: "video",
    sha256: "",
    fileName: null,
    refuseLarger: () => {},
  } as const;
  const made = await convert(converter, video, { ...given, target: "thumbnail" }).catch(() => null);
  if (made === null) return null;
  return Buffer.from(
    await Bun.file(made.path)
      .bytes()
      .finally(() => rm(made.path, { force: true })),
  );
}
