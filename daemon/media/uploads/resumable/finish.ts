import { rm } from "node:fs/promises";
import { finishResumable, piecesOf, type ResumableUpload } from "../../../../db/media/resumable.ts";
import { problem } from "../../../http/problem.ts";
import { findSpace } from "../../space.ts";
import { type MediaStore, mediaKey } from "../../stores/store.ts";
import { keepFile } from "../whole/keep-file.ts";
import { type Taken, take } from "../whole/take.ts";
import type { UploadDependencies } from "../whole/upload.ts";
import { wishesOf } from "../whole/wishes-query.ts";
import { removePieces } from "./pieces.ts";
import { namesOf, wantedOf } from "./wanted.ts";

/** Makes a file of an upload of which all has come, whole on the local disk or in pieces, and writes which one. */
export type Finish = (upload: ResumableUpload, taken: Taken | null) => Promise<void>;

/** Nobody's connection ends it: who was cut off asks again, and finds it done. */
const NEVER = new AbortController().signal;

/** Each upload is finished once at a time, however often that is requested. */
export function createFinish(dependencies: UploadDependencies): Finish {
  const running = new Map<string, Promise<void>>();
  return (upload, taken) => {
    const work = running.get(upload.id) ?? finish(dependencies, upload, taken);
    running.set(upload.id, work);
    return work.finally(async () => {
      running.delete(upload.id);
      if (taken !== null) await rm(taken.path, { force: true });
    });
  };
}

async function finish(
  dependencies: UploadDependencies,
  upload: ResumableUpload,
  taken: Taken | null,
): Promise<void> {
  const { sql, media: store } = dependencies;
  const pieces = await piecesOf(sql, upload);
  const file = taken ?? (await putTogether(dependencies, upload, pieces));
  try {
    refuseOther(upload, file);
    const given = { target: wantedOf(upload).convert, signal: NEVER, forChannels: upload.for_channels };
    const row = await keepFile(dependencies, upload.organization_id, file, {
      names: namesOf(upload),
      ...given,
    });
    await finishResumable(sql, upload, row.id);
  } finally {
    await rm(file.path, { force: true });
  }
  await removePieces({ sql, store }, pieces);
}

async function putTogether(
  dependencies: UploadDependencies,
  upload: ResumableUpload,
  pieces: Awaited<ReturnType<typeof piecesOf>>,
): Promise<Taken> {
  const { media: store, incoming: folder } = dependencies;
  const { organization_id, length, mime_type: mimeType, file_name: fileName } = upload;
  const whole = pieces.filter(({ stored_at }) => stored_at !== null);
  const keys = whole.map(({ id }) => mediaKey(organization_id, id));
  const space = await findSpace(dependencies, organization_id);
  const incoming = { bytes: joined(store, keys), length, mimeType, fileName };
  return await take(incoming, { folder, wishes: wishesOf(wantedOf(upload)), space, names: namesOf(upload) });
}

async function* joined(store: MediaStore, keys: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const key of keys) {
    const piece = await store.open(key, null);
    if (piece === null)
      throw problem(410, "upload_gone", "part of this upload is not there any more; begin it again");
    yield* (piece instanceof Blob ? piece.stream() : piece) as AsyncIterable<Uint8Array>;
  }
}

function refuseOther(upload: ResumableUpload, { sha256, size }: { sha256: string; size: number }): void {
  if (size !== upload.length)
    throw problem(410, "upload_gone", "part of this upload is not there any more; begin it again");
  if (upload.sha256 !== null && upload.sha256 !== sha256)
    throw problem(
      422,
      "checksum_mismatch",
      `the bytes that came have another SHA-256 than was said: ${sha256}`,
    );
}
