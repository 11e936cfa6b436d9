import type { Sql } from "../../../db/connection/client.ts";
import { findMediaByIds, type MediaRow } from "../../../db/media/media.ts";
import { isObject } from "../../lib/objects.ts";
import type { DownloadLinks } from "../../media/links/links.ts";
import type { EventFile } from "./form.ts";

export type FileDependencies = { sql: Sql; downloads: DownloadLinks };

/** Whose files they are, and of which channels; the base of their links, where they are not the daemon's own. */
type Wanted = { organizationId: string; channels: readonly string[] | null; base?: string | undefined };

/** The files of some messages, by the message's id. */
export async function filesOf(
  { sql, downloads }: FileDependencies,
  { organizationId, channels, base }: Wanted,
  messages: readonly { id: string; content: unknown }[],
): Promise<ReadonlyMap<string, EventFile[]>> {
  const named = messages.map(({ id, content }) => [id, [...new Set(mediaIdsIn(content))]] as const);
  const ids = named.flatMap(([, ids]) => ids);
  const rows = ids.length === 0 ? [] : await findMediaByIds(sql, organizationId, ids);
  const isWanted = ({ channel_id }: MediaRow) =>
    channel_id === null || channels === null || channels.includes(channel_id);
  const files = new Map(
    rows.filter(isWanted).map((row) => {
      const download_url = downloads.make({ organizationId, mediaId: row.id }, base);
      return [row.id, { ...showFile(row), download_url }];
    }),
  );
  return new Map(named.map(([id, ids]) => [id, ids.flatMap((one) => files.get(one) ?? [])]));
}

/** A message's content with the links of its files, beside their ids. */
export function withLinks(content: unknown, files: readonly EventFile[]): unknown {
  if (files.length === 0) return content;
  if (Array.isArray(content)) return content.map((one) => withLinks(one, files));
  if (!isObject(content)) return content;
  const own = files.find(({ media_id }) => media_id === content.media_id);
  const members = Object.entries(content).map(([name, value]) => [name, withLinks(value, files)]);
  return { ...Object.fromEntries(members), ...(own === undefined ? {} : { download_url: own.download_url }) };
}

function mediaIdsIn(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(mediaIdsIn);
  if (!isObject(content)) return [];
  const { media_id } = content;
  return [...(typeof media_id === "string" ? [media_id] : []), ...Object.values(content).flatMap(mediaIdsIn)];
}

function showFile({ id, mime_type, file_name, size }: MediaRow) {
  return { media_id: id, mime_type, filename: file_name, size: size === null ? null : Number(size) };
}
