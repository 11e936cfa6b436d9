import type { Sql } from "../../../db/connection/client.ts";
import { findMediaByIds, type MediaRow } from "../../../db/media/media.ts";
import { isObject } from "../../lib/objects.ts";
import type { DownloadLinks } from "../../media/links/links.ts";
import { withData } from "./file-data.ts";
import type { EventFile } from "./form.ts";

export type FileDependencies = { sql: Sql; downloads: DownloadLinks };

/** Whose files they are, and of which channels. */
type Wanted = {
  organizationId: string;
  channels: readonly string[] | null;
  /** The base of their links, where they are not the daemon's own. */
  base?: string | undefined;
  /** How many bytes of them each message brings along; absent where links are enough. */
  fileBytes?: number | undefined;
};

/** The files of some messages, by the message's id. */
export async function filesOf(
  { sql, downloads }: FileDependencies,
  { organizationId, channels, base, fileBytes }: Wanted,
  messages: readonly { id: string; content: unknown }[],
): Promise<ReadonlyMap<string, EventFile[]>> {
  const named = messages.map(({ id, content }) => [id, mediaIdsIn(content)] as const);
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
  return new Map(
    named.map(([id, ids]) => {
      const own = [...new Set(ids)].flatMap((one) => files.get(one) ?? []);
      return [id, fileBytes === undefined ? own : withData(own, ids, fileBytes)];
    }),
  );
}

/** A message's content with the links of its files beside their ids, and with their bytes, where `hasData`. */
export function withFiles(content: unknown, files: readonly EventFile[], hasData: boolean): unknown {
  if (files.length === 0 && !hasData) return content;
  if (Array.isArray(content)) return content.map((one) => withFiles(one, files, hasData));
  if (!isObject(content)) return content;
  const members = Object.entries(content).map(([name, value]) => [name, withFiles(value, files, hasData)]);
  return { ...Object.fromEntries(members), ...besides(content.media_id, files, hasData) };
}

function besides(id: unknown, files: readonly EventFile[], hasData: boolean) {
  const own = files.find(({ media_id }) => media_id === id);
  const link = own === undefined ? {} : { download_url: own.download_url };
  if (typeof id !== "string" || !hasData) return link;
  const { data = null, data_omitted = "gone" } = own ?? {};
  return { ...link, data, ...(data === null ? { data_omitted } : {}) };
}

function mediaIdsIn(content: unknown): string[] {
  if (Array.isArray(content)) return content.flatMap(mediaIdsIn);
  if (!isObject(content)) return [];
  const { media_id } = content;
  return [...(typeof media_id === "string" ? [media_id] : []), ...Object.values(content).flatMap(mediaIdsIn)];
}

function showFile({ id, mime_type, file_name, size, status, created_at }: MediaRow) {
  return {
    ...{ media_id: id, mime_type, filename: file_name, size: size === null ? null : Number(size) },
    pending_since: status === "pending" ? created_at : null,
  };
}
