import type { ResumableUpload } from "../../../../db/media/resumable.ts";
import { released } from "../../../lib/released.ts";
import { findSpace } from "../../space.ts";
import { type Taken, take } from "../whole/take.ts";
import type { UploadDependencies } from "../whole/upload.ts";
import { wishesOf } from "../whole/wishes-query.ts";
import type { Finish } from "./finish.ts";
import { createPieces, type Pieces } from "./pieces.ts";
import { namesOf, wantedOf } from "./wanted.ts";

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Continues an upload, and makes a file of it once all bytes have come. Returns how many have. When the bytes end
 * early, the received ones are kept. Throws the error of the connection; 409 when another request continued from there;
 * 413 for more bytes than announced; and the refusal of the file, if any.
 */
export async function goOn(
  dependencies: UploadDependencies & { finish: Finish },
  upload: ResumableUpload,
  bytes: Bytes,
): Promise<number> {
  const { sql, media: store, incoming: folder, finish } = dependencies;
  const pieces = createPieces({ sql, store, folder }, upload);
  const taken = upload.received === 0 ? await takeAll(dependencies, upload, pieces, bytes) : null;
  if (upload.received > 0) for await (const _ of released(kept(pieces, bytes)));
  if (pieces.received() === upload.length && upload.media_id === null) await finish(upload, taken);
  return pieces.received();
}

/** A file that comes whole, in one go, need not be put together again; null when it does not. */
async function takeAll(
  dependencies: UploadDependencies,
  upload: ResumableUpload,
  pieces: Pieces,
  bytes: Bytes,
): Promise<Taken | null> {
  const { organization_id, length, mime_type: mimeType, file_name: fileName } = upload;
  const space = await findSpace(dependencies, organization_id);
  const incoming = { bytes: wholly(pieces, bytes, length), length, mimeType, fileName };
  const wishes = wishesOf(wantedOf(upload));
  const options = { folder: dependencies.incoming, wishes, space, names: namesOf(upload) };
  return await take(incoming, options).catch((cause) => {
    if (cause instanceof Incomplete) return null;
    throw cause;
  });
}

class Incomplete extends Error {}

async function* wholly(pieces: Pieces, bytes: Bytes, length: number): AsyncGenerator<Uint8Array> {
  yield* kept(pieces, bytes);
  if (pieces.received() < length) throw new Incomplete();
}

/** The bytes as they come, once each is in a piece. */
async function* kept(pieces: Pieces, bytes: Bytes): AsyncGenerator<Uint8Array> {
  const cut: unknown[] = [];
  try {
    for await (const chunk of untilCut(bytes, (cause) => cut.push(cause))) {
      await pieces.write(chunk);
      yield chunk;
    }
    await pieces.end();
  } finally {
    await pieces.discard();
  }
  if (cut.length > 0) throw cut[0];
}

async function* untilCut(bytes: Bytes, onCut: (cause: unknown) => void): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes;
  } catch (cause) {
    onCut(cause);
  }
}
