import type { Queryable, Sql, Transaction } from "../connection/client.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";

/** An upload that continues where it was cut off. */
export type ResumableUpload = {
  organization_id: string;
  id: string;
  /** All that is to come, in bytes. */
  length: number;
  /** The received bytes, which the client need not send again. */
  received: number;
  file_name: string | null;
  mime_type: string | null;
  /** The client's checksum of the bytes. */
  sha256: string | null;
  made_for: string | null;
  converted_to: string | null;
  /** The channels of the key that began it; null is all. */
  for_channels: readonly string[] | null;
  /** The finished file. */
  media_id: string | null;
  created_at: Date;
  updated_at: Date;
};

export type NewResumableUpload = Omit<ResumableUpload, "received" | "media_id" | "created_at" | "updated_at">;

/** Part of an upload, in the store. */
export type UploadPiece = {
  organization_id: string;
  upload_id: string;
  id: string;
  starts_at: number;
  size: number;
};

type UploadKey = Pick<ResumableUpload, "organization_id" | "id">;

/** Begins an upload of which nothing has come. */
export async function insertResumable(sql: Queryable, upload: NewResumableUpload): Promise<ResumableUpload> {
  const [row] = await sql<
    ResumableUpload[]
  >`insert into resumable_uploads ${sql({ ...upload, for_channels: upload.for_channels as string[] | null })} returning *`;
  if (row === undefined) throw new Error("an upload that was begun is not there");
  return row;
}

/** An upload of the organisation, or null. */
export async function findResumable(
  sql: Queryable,
  { organization_id, id }: UploadKey,
): Promise<ResumableUpload | null> {
  const [row] = await sql<ResumableUpload[]>`
    select * from resumable_uploads where organization_id = ${organization_id} and id = ${id}`;
  return row ?? null;
}

/**
 * Uploads of an organisation that did not become files yet, newest first; with `channelIds`, those of keys for one of
 * these channels, with `sha256`, those of these bytes.
 */
export async function listResumable(
  sql: Sql,
  organizationId: string,
  channelIds: readonly string[] | null,
  sha256: string | undefined,
  before: string | null,
  limit: number,
): Promise<Walked<ResumableUpload>> {
  const uploads = walkedTable<ResumableUpload>({
    ...{ sql, table: "resumable_uploads", organizationId, columns: sql`listed.*` },
    among: sha256 === undefined ? sql`` : sql`and listed.sha256 = ${sha256}`,
    matching: sql`
      and listed.media_id is null
      ${channelIds === null ? sql`` : sql`and listed.for_channels && ${channelIds as string[]}::text[]`}`,
  });
  return await walk(uploads, before, limit);
}

/** Waits until nobody else begins an upload of the organisation, to the end of the transaction. */
export async function lockBeginning(sql: Transaction, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${organizationId}`}, 0))`;
}

/** How many uploads of an organisation did not become files yet, and how many bytes they are to have. */
export async function unfinishedUploads(
  sql: Queryable,
  organizationId: string,
): Promise<{ count: number; bytes: number }> {
  const [row] = await sql<{ count: number; bytes: number }[]>`
    select count(*)::integer as count, coalesce(sum(length), 0)::bigint as bytes from resumable_uploads
    where organization_id = ${organizationId} and media_id is null`;
  return row ?? { count: 0, bytes: 0 };
}

/** Writes that a piece is on its way into the store. */
export async function reservePiece(sql: Queryable, piece: UploadPiece): Promise<void> {
  await sql`insert into resumable_pieces ${sql(piece)}`;
}

/** Counts a piece that is in the store; false when its upload is gone, or continued from there with another piece. */
export async function settlePiece(sql: Transaction, piece: UploadPiece): Promise<boolean> {
  const { organization_id, upload_id, id, starts_at, size } = piece;
  const { count } = await sql`
    update resumable_uploads set received = received + ${size}, updated_at = now()
    where organization_id = ${organization_id} and id = ${upload_id} and received = ${starts_at}`;
  if (count === 0) return false;
  await sql`
    update resumable_pieces set stored_at = now()
    where organization_id = ${organization_id} and upload_id = ${upload_id} and id = ${id}`;
  return true;
}

/** All pieces of an upload, in their order; those that do not count have no `stored_at`. */
export async function piecesOf(
  sql: Queryable,
  { organization_id, id }: UploadKey,
): Promise<(UploadPiece & { stored_at: Date | null })[]> {
  return await sql<(UploadPiece & { stored_at: Date | null })[]>`
    select organization_id, upload_id, id, starts_at, size, stored_at from resumable_pieces
    where organization_id = ${organization_id} and upload_id = ${id}
    order by starts_at`;
}

/** Records the finished file of an upload. */
export async function finishResumable(
  sql: Queryable,
  { organization_id, id }: UploadKey,
  mediaId: string,
): Promise<void> {
  await sql`
    update resumable_uploads set media_id = ${mediaId}, updated_at = now()
    where organization_id = ${organization_id} and id = ${id}`;
}

/** Forgets pieces that are not in the store any more. */
export async function forgetPieces(sql: Queryable, pieces: readonly UploadPiece[]): Promise<void> {
  if (pieces.length === 0) return;
  await sql`
    delete from resumable_pieces as piece
    using json_to_recordset(${JSON.stringify(pieces)}::text::json)
      as gone (organization_id text, upload_id text, id text)
    where piece.organization_id = gone.organization_id and piece.upload_id = gone.upload_id and piece.id = gone.id`;
}

/** Forgets an upload. Its pieces count no more: the sweep removes those that the caller does not. */
export async function forgetResumable(sql: Queryable, { organization_id, id }: UploadKey): Promise<void> {
  await sql`
    with gone as (
      delete from resumable_uploads where organization_id = ${organization_id} and id = ${id}
      returning organization_id, id
    )
    update resumable_pieces as piece set stored_at = null from gone
    where piece.organization_id = gone.organization_id and piece.upload_id = gone.id`;
}

/** Uploads of which nothing came since a moment. */
export async function staleResumables(sql: Queryable, before: Date): Promise<ResumableUpload[]> {
  return await sql<ResumableUpload[]>`select * from resumable_uploads where updated_at < ${before}`;
}

/** Pieces that were on their way into the store for so long that their daemon must have died. */
export async function lostPieces(sql: Queryable, before: Date): Promise<UploadPiece[]> {
  return await sql<UploadPiece[]>`
    select organization_id, upload_id, id, starts_at, size from resumable_pieces
    where stored_at is null and created_at < ${before}`;
}
