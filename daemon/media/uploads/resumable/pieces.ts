import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { type Sql, transact } from "../../../../db/connection/client.ts";
import {
  forgetPieces,
  type ResumableUpload,
  reservePiece,
  settlePiece,
  type UploadPiece,
} from "../../../../db/media/resumable.ts";
import { problem } from "../../../http/problem.ts";
import { writeAll } from "../../../lib/disk/write-all.ts";
import { newId } from "../../../lib/ids.ts";
import { type MediaStore, mediaKey } from "../../stores/store.ts";
import { UNKNOWN_TYPE } from "../../types.ts";

/** A daemon that is killed loses two pieces of what has come at most; memory use does not grow with a file. */
const PIECE_BYTES = 4 * 1024 ** 2;

export type Keeping = { sql: Sql; store: MediaStore; folder: string };

/** Puts the bytes of an upload into the store piece by piece. */
export type Pieces = {
  /** Takes the next bytes. Throws 409 when another request continued from there, 413 for more than announced. */
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when all that came counts. */
  end(): Promise<void>;
  /** Leaves nothing of what does not count. */
  discard(): Promise<void>;
  /** How much has come. */
  received(): number;
};

type LocalPiece = { path: string; file: FileHandle; startsAt: number; size: number };

/** Continues an upload. While a piece is put into the store, the next one comes. */
export function createPieces(keeping: Keeping, upload: ResumableUpload): Pieces {
  let received = upload.received;
  let coming: LocalPiece | null = null;
  let kept: Promise<void> = Promise.resolve();

  async function close(piece: LocalPiece): Promise<void> {
    await kept;
    coming = null;
    kept = keepPiece(keeping, upload, piece);
    // the next one that waits for it gets the error
    kept.catch(() => {});
  }

  return {
    async write(chunk) {
      if (received + chunk.length > upload.length) throw tooMuch();
      coming ??= await openPiece(keeping.folder, received);
      await writeAll(coming.file, chunk);
      coming.size += chunk.length;
      received += chunk.length;
      if (coming.size >= PIECE_BYTES) await close(coming);
    },
    async end() {
      if (coming !== null) await close(coming);
      await kept;
    },
    async discard() {
      if (coming !== null) await drop(coming);
      await kept.catch(() => {});
    },
    received: () => received,
  };
}

async function openPiece(folder: string, startsAt: number): Promise<LocalPiece> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = `${folder}/piece.${crypto.randomUUID()}`;
  return { path, file: await open(path, "wx", 0o600), startsAt, size: 0 };
}

async function drop({ file, path }: LocalPiece): Promise<void> {
  await file.close();
  await rm(path, { force: true });
}

/** Puts a piece into the store, and then counts it. */
async function keepPiece(
  { sql, store }: Keeping,
  { organization_id, id: upload_id }: ResumableUpload,
  { file, path, startsAt: starts_at, size }: LocalPiece,
): Promise<void> {
  const piece: UploadPiece = { organization_id, upload_id, id: newId("pce"), starts_at, size };
  try {
    await Promise.all([file.sync(), reservePiece(sql, piece)]).finally(() => file.close());
    await store.put(mediaKey(organization_id, piece.id), path, UNKNOWN_TYPE);
  } finally {
    await rm(path, { force: true });
  }
  if (await transact(sql, (transaction) => settlePiece(transaction, piece))) return;
  await removePieces({ sql, store }, [piece]);
  throw problem(409, "offset_conflict", "another request continued this upload; read its offset again");
}

/** Removes pieces from the store, and forgets them. */
export async function removePieces(
  { sql, store }: Pick<Keeping, "sql" | "store">,
  pieces: readonly UploadPiece[],
): Promise<void> {
  for (const { organization_id, id } of pieces) await store.remove(mediaKey(organization_id, id));
  await forgetPieces(sql, pieces);
}

function tooMuch() {
  return problem(413, "too_large", "more bytes came than Upload-Length said");
}
