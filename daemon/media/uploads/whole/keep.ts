import { rm } from "node:fs/promises";
import { type Queryable, type Transaction, transact } from "../../../../db/connection/client.ts";
import type { MediaRow } from "../../../../db/media/media.ts";
import {
  dropPendingUpload,
  findUpload,
  type NewUpload,
  reserveUpload,
  settleUpload,
} from "../../../../db/media/uploads.ts";
import { problem } from "../../../http/problem.ts";
import { newId } from "../../../lib/ids.ts";
import type { Names } from "../../../lib/turns/fair-queue.ts";
import { encodingOf } from "../../measure/encoding.ts";
import { measure } from "../../measure/measure.ts";
import { requireSpace, type SpaceDependencies } from "../../space.ts";
import { type MediaStore, mediaKey } from "../../stores/store.ts";
import type { Taken } from "./take.ts";
import { durably } from "./turns.ts";

type Keeping = { sql: Queryable; store: MediaStore };

/**
 * Makes a file on the local disk one of the organisation's; the same bytes are one file, whose record is returned
 * again. Should the daemon die meanwhile, nothing of it is ever served, and the sweep removes what is left.
 */
export async function keepUpload(
  { sql, store, organizationMediaGb }: Keeping & SpaceDependencies,
  organizationId: string,
  taken: Taken,
  { names, forChannels }: { names: Names; forChannels: readonly string[] | null },
): Promise<MediaRow> {
  const known = await findUpload(sql, organizationId, taken.sha256);
  const upload = { ...(await describe(organizationId, taken, null)), for_channels: forChannels };
  if (known === null) await putAway({ sql, store }, upload, taken.path);
  const settling = async (transaction: Transaction) => {
    const settled = await settleUpload(transaction, upload);
    if (settled?.id === upload.id)
      await requireSpace({ sql: transaction, organizationMediaGb }, organizationId);
    return settled;
  };
  const row = await durably
    .inTurn(names, () => transact(sql, settling))
    .catch(async (cause) => {
      if (known === null) await discard({ sql, store }, upload);
      throw cause;
    });
  if (known === null && row?.id !== upload.id) await discard({ sql, store }, upload);
  if (row === null)
    throw problem(409, "conflict", "the same file was deleted at this moment; upload it again");
  return row;
}

/** A file as the organisation has it: what its headers say, and the file that it is a form of. */
export async function describe(
  organizationId: string,
  taken: Taken,
  converted_from: string | null,
): Promise<NewUpload> {
  const { path, kind, mimeType, sha256, size, fileName, waveform = null } = taken;
  return {
    ...{ organization_id: organizationId, id: newId("med"), kind, mime_type: mimeType, sha256, size },
    ...{ file_name: fileName, waveform, converted_from, for_channels: null },
    encoding: await encodingOf(path, mimeType),
    ...(await measure(path, mimeType)),
  };
}

/** Moves a file into the store, where nobody gets it yet. Leaves nothing on the local disk. */
export async function putAway({ sql, store }: Keeping, upload: NewUpload, path: string): Promise<void> {
  await durably.inTurn([upload.organization_id], () => reserveUpload(sql, upload));
  try {
    await store.put(mediaKey(upload.organization_id, upload.id), path, upload.mime_type);
  } catch (cause) {
    await discard({ sql, store }, upload);
    throw cause;
  } finally {
    await rm(path, { force: true });
  }
}

/** Leaves nothing of a file that nobody gets. */
export async function discard({ sql, store }: Keeping, upload: NewUpload): Promise<void> {
  await store.remove(mediaKey(upload.organization_id, upload.id));
  await dropPendingUpload(sql, upload);
}
