import { mkdir, open, rm } from "node:fs/promises";
import { type Sql, transact } from "../../../db/connection/client.ts";
import {
  forgetPieces,
  type ResumableUpload,
  reservePiece,
  settlePiece,
  type UploadPiece,
} from "../../../db/media/resumable.ts";
import { problem } from "../../http/problem.ts";
import { newId } from "../../lib/ids.ts";
import { type MediaStore, mediaKey } from "../store.ts";
import { UNKNOWN_TYPE } from "../types.ts";
import { TYPE_BYTES } from "../upload/upload-type.ts";

/** A daemon that is killed loses no more of what has come; memory use does not grow with it. */
const PIECE_BYTES = 4 * 1024 ** 2;

export type Receiving = {
  sql: Sql;
  store: MediaStore;
  folder: string;
  /** Throws when the first bytes of a file show that it can't be taken. */
  checkBeginning: (head: Buffer) => void;
};

/**
 * Takes bytes that go on where an upload has come to, and keeps them piece by piece, in the store. Returns how much
 * has come. When the bytes end early, what came of them is kept all the same. Throws 409 when another request went on
 * from there meanwhile, 413 for more bytes than there were to come, and the error of the connection.
 */
export async function receive(
  receiving: Receiving,
  upload: ResumableUpload,
  bytes: AsyncIterable<Uint8Array>,
): Promise<number> {
  let received = upload.received;
  const rest = bytes[Symbol.asyncIterator]();
  try {
    for (let hasMore = true; hasMore; ) {
      const piece = await takePiece(receiving.folder, rest, upload.length - received);
      try {
        if (received === 0) await checkBeginning(receiving, piece);
        if (piece.size > 0) await keepPiece(receiving, upload, received, piece);
      } finally {
        await rm(piece.path, { force: true });
      }
      received += piece.size;
      if (piece.failure !== null) throw piece.failure;
      hasMore = !piece.isLast;
    }
    return received;
  } finally {
    await rest.return?.();
  }
}

type LocalPiece = { path: string; size: number; isLast: boolean; failure: Error | null };

/** Writes the next piece to the local disk. What keeps more from coming is told beside what has come. */
async function takePiece(
  folder: string,
  bytes: AsyncIterator<Uint8Array>,
  mostBytes: number,
): Promise<LocalPiece> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = `${folder}/piece.${crypto.randomUUID()}`;
  const file = await open(path, "wx", 0o600);
  let size = 0;
  const ended = (isLast: boolean, failure: Error | null = null) => ({ path, size, isLast, failure });
  try {
    while (size < PIECE_BYTES) {
      const next = await bytes.next().catch((cause) => ({ cause: cause as Error }));
      if ("cause" in next) return ended(true, next.cause);
      if (next.done === true) return ended(true);
      if (size + next.value.length > mostBytes) return ended(true, tooMuch());
      await file.write(next.value);
      size += next.value.length;
    }
    return ended(false);
  } catch (cause) {
    await rm(path, { force: true });
    throw cause;
  } finally {
    if (size > 0) await file.sync();
    await file.close();
  }
}

/** What is shorter is looked at when it is whole. */
async function checkBeginning(
  { checkBeginning: check }: Receiving,
  { path, size }: LocalPiece,
): Promise<void> {
  if (size >= TYPE_BYTES) check(Buffer.from(await Bun.file(path).slice(0, TYPE_BYTES).arrayBuffer()));
}

/** Puts a piece into the store, and then counts it. */
async function keepPiece(
  { sql, store }: Receiving,
  { organization_id, id: upload_id }: ResumableUpload,
  starts_at: number,
  { path, size }: LocalPiece,
): Promise<void> {
  const piece: UploadPiece = { organization_id, upload_id, id: newId("pce"), starts_at, size };
  await reservePiece(sql, piece);
  await store.put(mediaKey(organization_id, piece.id), path, UNKNOWN_TYPE);
  if (await transact(sql, (transaction) => settlePiece(transaction, piece))) return;
  await removePieces({ sql, store }, [piece]);
  throw problem(409, "offset_conflict", "another request went on with this upload; ask where it is now");
}

/** Removes pieces from the store, and forgets them. */
export async function removePieces(
  { sql, store }: Pick<Receiving, "sql" | "store">,
  pieces: readonly UploadPiece[],
): Promise<void> {
  for (const { organization_id, id } of pieces) await store.remove(mediaKey(organization_id, id));
  await forgetPieces(sql, pieces);
}

function tooMuch() {
  return problem(413, "too_large", "more bytes came than Upload-Length said");
}
