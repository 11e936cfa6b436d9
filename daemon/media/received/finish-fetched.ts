import type { Sql } from "../../../db/connection/client.ts";
import { finishMedia, type MediaResult } from "../../../db/media/media.ts";
import { type MediaStore, mediaKey } from "../stores/store.ts";

/** Writes the results of attempts to fetch files of a channel, and removes files that were forgotten while they came. */
export async function finishFetched(
  { sql, store }: { sql: Sql; store: Pick<MediaStore, "remove"> },
  key: { organizationId: string; channelId: string },
  results: readonly MediaResult[],
): Promise<void> {
  for (const id of await finishMedia(sql, key, results)) await store.remove(mediaKey(key.organizationId, id));
}
