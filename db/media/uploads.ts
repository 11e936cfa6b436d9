import type { Queryable, Sql, Transaction } from "../connection/client.ts";
import { type Walked, walk } from "../lists/walk.ts";
import { walkedTable } from "../lists/walked-table.ts";
import type { MediaRow } from "./media.ts";

/** A file that a client uploads, as its bytes show it. */
export type NewUpload = {
  organization_id: string;
  id: string;
  kind: string;
  mime_type: string;
  file_name: string | null;
  sha256: string;
  size: number;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  waveform: Uint8Array | null;
  encoding: MediaRow["encoding"];
  /** The file that it is a form of; null for an upload. */
  converted_from: string | null;
  /** The channels of the key that uploads it; null is all. */
  for_channels: readonly string[] | null;
};

/** Writes that a file is on its way into the store: whatever happens then, the sweep finds it. */
export async function reserveUpload(sql: Queryable, upload: NewUpload): Promise<void> {
  const direction = upload.converted_from === null ? "outbound" : "converted";
  const row = { ...upload, direction, status: "pending" };
  await sql`insert into media ${sql(row)}`;
}

/** The file of an organisation that was uploaded with these bytes before; null when there is none. */
export async function findUpload(
  sql: Queryable,
  organizationId: string,
  sha256: string,
): Promise<MediaRow | null> {
  const [row] = await sql<MediaRow[]>`
    select * from media
    where organization_id = ${organizationId} and sha256 = ${sha256} and direction = 'outbound' and status = 'stored'`;
  return row ?? null;
}

/**
 * Makes an upload one of the organisation's files. The same bytes are one file: where there is one already, it is
 * renewed and returned, with the name it was given last. Null when there is neither.
 */
export async function settleUpload(sql: Transaction, upload: NewUpload): Promise<MediaRow | null> {
  const { organization_id, id, sha256 } = upload;
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`upload ${organization_id} ${sha256}`}, 0))`;
  const known = await findUpload(sql, organization_id, sha256);
  const [row] =
    known === null
      ? await sql<MediaRow[]>`
          update media set status = 'stored', updated_at = now()
          where organization_id = ${organization_id} and id = ${id} returning *`
      : await sql<MediaRow[]>`
          update media set
            renewed_at = now(), updated_at = now(), mime_type = ${upload.mime_type}, kind = ${upload.kind},
            file_name = coalesce(${upload.file_name}, file_name),
            for_channels = nullif(array(
              select distinct id from unnest(for_channels || ${upload.for_channels as string[] | null}::text[]) as one (id)
            ), '{}'),
            waveform = coalesce(${upload.waveform}, waveform), encoding = coalesce(${upload.encoding}, encoding)
          where organization_id = ${organization_id} and id = ${known.id} and status = 'stored' returning *`;
  return row ?? null;
}

/** Forgets an upload that became no file of its own; false when it is one. */
export async function dropPendingUpload(
  sql: Queryable,
  { organization_id, id }: Pick<NewUpload, "organization_id" | "id">,
): Promise<boolean> {
  const { count } = await sql`
    delete from media
    where organization_id = ${organization_id} and id = ${id} and direction <> 'inbound' and status = 'pending'`;
  return count > 0;
}

/** Uploads that were on their way into the store for so long that their daemon must have died. */
export async function abandonedUploads(
  sql: Queryable,
  before: Date,
  limit: number,
): Promise<Pick<MediaRow, "organization_id" | "id">[]> {
  return await sql<Pick<MediaRow, "organization_id" | "id">[]>`
    select organization_id, id from media
    where direction <> 'inbound' and status = 'pending' and created_at < ${before}
    order by created_at limit ${limit}`;
}

export type MediaFilters = { direction?: string | undefined; sha256?: string | undefined };

/**
 * An organisation's files, newest first; with `channelIds`, those of other channels are left out. Uploads that are
 * not in the store yet are nobody's.
 */
export async function listMedia(
  sql: Sql,
  organizationId: string,
  channelIds: readonly string[] | null,
  { direction, sha256 }: MediaFilters,
  before: string | null,
  limit: number,
): Promise<Walked<MediaRow>> {
  const files = walkedTable<MediaRow>({
    ...{ sql, table: "media", organizationId, columns: sql`listed.*` },
    among: sha256 === undefined ? sql`` : sql`and listed.sha256 = ${sha256}`,
    matching: sql`
      and (listed.direction = 'inbound' or (listed.direction = 'outbound' and listed.status = 'stored'))
      ${direction === undefined ? sql`` : sql`and listed.direction = ${direction}`}
      ${
        channelIds === null
          ? sql``
          : sql`and (
        listed.channel_id = any (${channelIds as string[]}) or listed.for_channels && ${channelIds as string[]}::text[]
      )`
      }`,
  });
  return await walk(files, before, limit);
}

/**
 * Takes an uploaded file back, so that nobody gets it any more; what is left of it is the caller's to remove. Where
 * `before` is given, only a file that was not uploaded again since. False, and nothing is changed, while a message that
 * waits to be sent or a broadcast that is not over needs it.
 */
export async function withdrawUpload(
  sql: Queryable,
  { organization_id, id }: Pick<MediaRow, "organization_id" | "id">,
  before: Date | null = null,
): Promise<boolean> {
  const [row] = await sql<{ withdrawn: boolean }[]>`
    select withdraw_upload(${organization_id}, ${id}, ${before}) as withdrawn`;
  return row?.withdrawn ?? false;
}

/** The uploaded files of an organisation by their ids, without those that are not there. */
export async function findUploads(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<MediaRow[]> {
  return await sql<MediaRow[]>`
    select * from media
    where organization_id = ${organizationId} and id = any (${ids as string[]}) and direction = 'outbound'
      and status = 'stored'`;
}
