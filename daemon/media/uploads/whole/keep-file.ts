import { rm } from "node:fs/promises";
import type { Sql } from "../../../../db/connection/client.ts";
import type { MediaRow } from "../../../../db/media/media.ts";
import type { Target } from "../../../file-rules/forms.ts";
import type { Names } from "../../../lib/turns/fair-queue.ts";
import { type Converter, convert } from "../../outgoing/convert/convert.ts";
import type { MediaStore } from "../../stores/store.ts";
import { keepUpload } from "./keep.ts";
import type { Taken } from "./take.ts";

type Keeping = { sql: Sql; media: MediaStore; converter: Converter; organizationMediaGb: number };

type Given = {
  /** Who waits for what is made of it, where somebody does. */
  names: Names;
  target: Target | undefined;
  signal: AbortSignal;
  /** The channels of the key that brings it; null is all. */
  forChannels: readonly string[] | null;
};

/** Makes what is wanted of a file on the local disk, and that one of the organisation's. Leaves nothing of what it made. */
export async function keepFile(
  { sql, media: store, converter, organizationMediaGb }: Keeping,
  organizationId: string,
  taken: Taken,
  { names, target, signal, forChannels }: Given,
): Promise<MediaRow> {
  const file = target === undefined ? taken : await convert(converter, taken, { names, target, signal });
  const whose = { names, forChannels };
  return await keepUpload({ sql, store, organizationMediaGb }, organizationId, file, whose).finally(() =>
    rm(file.path, { force: true }),
  );
}
