import { rm } from "node:fs/promises";
import { type Sql, transact } from "../../../../db/connection/client.ts";
import { findForm, settleForm } from "../../../../db/media/forms.ts";
import type { MediaRow } from "../../../../db/media/media.ts";
import type { KeptForm } from "../../../file-rules/forms.ts";
import { MediaFailure } from "../../media-error.ts";
import { findSpace } from "../../space.ts";
import { type MediaStore, mediaKey } from "../../stores/store.ts";
import { UNKNOWN_TYPE } from "../../types.ts";
import { describe, discard, putAway } from "../../uploads/whole/keep.ts";
import { type Taken, take } from "../../uploads/whole/take.ts";
import { type Converter, convert, SENDING } from "../convert/convert.ts";
import { makePreview } from "../convert/preview.ts";

export type FormDependencies = {
  sql: Sql;
  store: MediaStore;
  /** The folder of unfinished files. */
  incoming: string;
  organizationMediaGb: number;
  converter: Converter;
};

/**
 * Makes a form of a stored file and keeps it beside the file; what was made before is returned again. Rejects with
 * the `Problem` of `convert`, or a `MediaFailure`. Should the daemon die meanwhile, the sweep removes what is left.
 */
export async function makeForm(
  dependencies: FormDependencies,
  file: MediaRow,
  target: KeptForm,
  signal: AbortSignal,
): Promise<MediaRow> {
  const { sql, converter } = dependencies;
  const known = await findForm(sql, file, target);
  if (known !== null) return known;
  // nothing is done for what could not be kept
  await findSpace(dependencies, file.organization_id);
  const names = [file.organization_id, SENDING];
  if (target !== "preview")
    return await makeOf(dependencies, file, target, (taken) =>
      convert(converter, taken, { names, target, signal }),
    );
  // a view asks for many: none is copied before its turn
  return await converter.turns.inTurn(names, () =>
    makeOf(dependencies, file, target, (taken) => makePreview(taken, signal)),
  );
}

async function makeOf(
  dependencies: FormDependencies,
  file: MediaRow,
  target: KeptForm,
  make: (taken: Taken) => Promise<Taken>,
): Promise<MediaRow> {
  const taken = await fetchFile(dependencies, file);
  try {
    const made = await make(taken);
    return await keepForm(dependencies, file, made, target).finally(() => rm(made.path, { force: true }));
  } finally {
    await rm(taken.path, { force: true });
  }
}

/** The file on the local disk, where it can be converted. */
async function fetchFile({ store, incoming: folder }: FormDependencies, file: MediaRow): Promise<Taken> {
  const bytes = await store.open(mediaKey(file.organization_id, file.id), null);
  if (bytes === null) throw new MediaFailure("media_gone", "the file is not there any more", false);
  const incoming = {
    bytes: (bytes instanceof Blob ? bytes.stream() : bytes) as AsyncIterable<Uint8Array>,
    ...{ length: null, mimeType: file.mime_type ?? UNKNOWN_TYPE, fileName: file.file_name },
  };
  // it had room when it was uploaded
  const names = [file.organization_id, SENDING];
  return await take(incoming, {
    folder,
    wishes: { as: "document" },
    space: { refuseLarger: () => {} },
    names,
  });
}

async function keepForm(
  dependencies: FormDependencies,
  file: MediaRow,
  made: Taken,
  target: KeptForm,
): Promise<MediaRow> {
  const { sql } = dependencies;
  const space = await findSpace(dependencies, file.organization_id);
  space.refuseLarger(made.size);
  const form = { ...(await describe(file.organization_id, made, file.id)), kind: target };
  await putAway(dependencies, form, made.path);
  const row = await transact(sql, (transaction) => settleForm(transaction, form));
  if (row !== null) return row;
  await discard(dependencies, form);
  const other = await findForm(sql, file, target);
  if (other === null) throw new MediaFailure("media_gone", "the file is not there any more", false);
  return other;
}
