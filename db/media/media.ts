import type { Queryable, Sql } from "../connection/client.ts";
import { dropItems } from "../lanes/lanes.ts";

/** A file that came with a message, or that a client uploaded. */
export type MediaRow = {
  organization_id: string;
  id: string;
  /** `converted`: a form of an uploaded file, made for messages. */
  direction: "inbound" | "outbound" | "converted";
  /** Null for an uploaded file, as its message and provider's id. */
  channel_id: string | null;
  message_id: string | null;
  provider_media_id: string | null;
  kind: string;
  status: "pending" | "stored" | "failed";
  mime_type: string | null;
  file_name: string | null;
  sha256: string | null;
  size: number | null;
  /** JSON text of why the last attempt failed. */
  error: string | null;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
  /** Of a voice message: 64 bytes from 0 to 100. */
  waveform: Uint8Array | null;
  /** The encoding in its container, where that decides what phones show. */
  encoding: "opus" | "h264" | "still" | "animated" | "other" | null;
  /** The upload that a form was made of. */
  converted_from: string | null;
  /** Of an upload: those of the keys for some channels that uploaded it. */
  for_channels: string[] | null;
  created_at: Date;
  /** When the same bytes were uploaded last, after the first time. */
  renewed_at: Date | null;
};

/** A file that came with a message. */
export type ReceivedMediaRow = MediaRow & {
  channel_id: string;
  message_id: string;
  provider_media_id: string;
};

/** The result of one attempt; see db/media/media.sql. */
export type MediaResult = {
  id: string;
  status: MediaRow["status"];
  mime_type: string | null;
  sha256: string | null;
  size: number | null;
  error: string | null;
  /** In how many milliseconds it is tried again. */
  retry_after: number | null;
  width: number | null;
  height: number | null;
  duration_seconds: number | null;
};

type ChannelKey = { organizationId: string; channelId: string };

/** A file of the organisation, or null. */
export async function findMedia(sql: Sql, organizationId: string, id: string): Promise<MediaRow | null> {
  const [row] = await sql<MediaRow[]>`
    select * from media where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/** Files of the organisation, of those that there are. */
export async function findMediaByIds(
  sql: Sql,
  organizationId: string,
  ids: readonly string[],
): Promise<MediaRow[]> {
  return await sql<MediaRow[]>`
    select * from media where organization_id = ${organizationId} and id = any(${ids as string[]}::text[])`;
}

/** How wide and high files of the organisation are, in pixels: of those of which that is known, by their ids. */
export async function sidesOf(
  sql: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, { width: number; height: number }>> {
  const rows = await sql<{ id: string; width: number; height: number }[]>`
    select id, width, height from media
    where organization_id = ${organizationId} and id = any(${ids as string[]}::text[])
      and width is not null and height is not null`;
  return new Map(rows.map(({ id, ...sides }) => [id, sides]));
}

/** Has the file of a past message fetched, which nobody has asked for so far; nothing happens to others. */
export async function fetchPastFile(sql: Queryable, organizationId: string, id: string): Promise<void> {
  await sql`select fetch_past_file(${organizationId}, ${id})`;
}

/** Files of a channel that are due to be fetched, in order, without those in `busy`. */
export async function peekMedia(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  busy: readonly string[],
  limit: number,
): Promise<ReceivedMediaRow[]> {
  const rows = await sql<(ReceivedMediaRow & { item_id: string })[]>`
    select file.*, item.item_id
    from lane_items as item
    left join lateral (
      select * from media as known
      where known.organization_id = item.organization_id and known.id = item.item_id
      limit 1
    ) as file on true
    where item.organization_id = ${organizationId} and item.kind = 'media' and item.lane_id = ${channelId}
      and item.state <> 'sending' and item.due_at <= now() and item.item_id <> all (${busy as string[]}::text[])
    order by item.due_at, item.position
    limit ${limit}`;
  const orphans = rows.filter((row) => row.id === null).map((row) => row.item_id);
  if (orphans.length > 0) await dropItems(sql, organizationId, orphans);
  return rows.filter((row) => row.id !== null);
}

/**
 * Begins attempts, durably; returns those that may be made, with their number. What was begun `most` times without a
 * result fails with `givenUp`, the JSON text of an error. Throws when the lane is not ours.
 */
export async function startMedia(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  daemonId: string,
  ids: readonly string[],
  { most, givenUp }: { most: number; givenUp: string },
): Promise<{ id: string; attempt: number }[]> {
  return await sql<{ id: string; attempt: number }[]>`
    select id, attempt from start_media(
      ${organizationId}, ${channelId}, ${daemonId}, ${ids as string[]}::text[], ${most}::integer, ${givenUp})`;
}

/** Writes the results of attempts, in one statement. Returns which were stored although they had been forgotten meanwhile. */
export async function finishMedia(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  results: readonly MediaResult[],
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    select id from finish_media(${organizationId}, ${channelId}, ${JSON.stringify(results)}::text::json) as id`;
  return rows.map(({ id }) => id);
}

/** Before when files go: of all organisations, or of one, of whose channels some may have times of their own. */
export type FileCutoffs = { before: Date; organizationId?: string; channels?: Record<string, Date> };

/** Files that are past their time and that nothing needs, the oldest first. */
export async function expiredMedia(
  sql: Queryable,
  { before, organizationId, channels = {} }: FileCutoffs,
  limit: number,
): Promise<Pick<MediaRow, "organization_id" | "id" | "direction">[]> {
  const newest = new Date(Math.max(before.getTime(), ...Object.values(channels).map(Number)));
  const cutoff = sql`coalesce((${JSON.stringify(channels)}::text::json ->> channel_id)::timestamptz, ${before})`;
  return await sql<Pick<MediaRow, "organization_id" | "id" | "direction">[]>`
    select organization_id, id, direction from media
    where created_at < ${newest} and coalesce(renewed_at, created_at) < ${organizationId === undefined ? sql`${before}` : cutoff}
      and not is_file_needed(media)
      -- asked of each file only where an organisation has any
      and not (
        organization_id in (select held.organization_id from conversations as held where held.legal_hold is not null)
        and is_file_held(media)
      )
      ${organizationId === undefined ? sql`` : sql`and organization_id = ${organizationId}`}
    order by created_at limit ${limit}`;
}

/** Whether a conversation under a legal hold has a file. */
export async function isFileHeld(
  sql: Queryable,
  { organization_id, id }: Pick<MediaRow, "organization_id" | "id">,
): Promise<boolean> {
  const rows = await sql`
    select from media where organization_id = ${organization_id} and id = ${id} and is_file_held(media)`;
  return rows.length > 0;
}

/** Forgets files, and that they were due for fetching. */
export async function forgetMedia(
  sql: Queryable,
  files: readonly Pick<MediaRow, "organization_id" | "id">[],
): Promise<void> {
  const keys = JSON.stringify(files);
  await sql`
    with gone as (
      delete from media using json_to_recordset(${keys}::text::json) as old (organization_id text, id text)
      where media.organization_id = old.organization_id and media.id = old.id
      returning media.organization_id, media.id
    ), copies as (
      delete from media_copies as copy using gone
      where copy.organization_id = gone.organization_id and copy.media_id = gone.id
    )
    delete from lane_items as item using gone
    where item.organization_id = gone.organization_id and item.item_id = gone.id and item.kind = 'media'`;
}

/**
 * The file of a message by the provider's id, recorded now under `id` when it
 * was not before, as of a message that we sent; null when there is no message.
 */
export async function fileOfMessage(
  sql: Sql,
  { organizationId, channelId }: ChannelKey,
  providerMessageId: string,
  id: string,
): Promise<ReceivedMediaRow | null> {
  const [row] = await sql<ReceivedMediaRow[]>`
    with named as (
      select message_id from provider_messages
      where organization_id = ${organizationId} and channel_id = ${channelId}
        and provider_message_id = ${providerMessageId}
    ), known as (
      select media.* from named
      cross join lateral (
        select * from media as file
        where file.organization_id = ${organizationId} and file.message_id = named.message_id
        limit 1
      ) as media
    ), made as (
      insert into media (organization_id, id, channel_id, message_id, provider_media_id, kind, file_name)
      select ${organizationId}, ${id}, ${channelId}, message.id, ${providerMessageId}, message.type,
        message.content::json ->> 'file_name'
      from named
      cross join lateral (
        select * from messages as one
        where one.organization_id = ${organizationId} and one.id = named.message_id
        limit 1
      ) as message
      where not exists (select from known)
        and message.type in ('image', 'video', 'audio', 'document', 'sticker')
      returning *
    )
    select * from known union all select * from made`;
  return row ?? null;
}
