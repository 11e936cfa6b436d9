import { useList } from "../../../api/queries.ts";
import type { Note } from "../types.ts";

/** The notes of a conversation, the newest first, as far back as a time; an empty text is its beginning. */
export function useNotes(id: string, since: string | undefined): readonly Note[] {
  const list = useList("GET /v1/conversations/{id}/notes", { path: { id }, query: { limit: 100 } });
  const oldest = list.rows.at(-1)?.created_at;
  const isShort = since !== undefined && oldest !== undefined && oldest > since;
  if (isShort && list.hasMore && !list.isLoadingMore && list.problem === null) queueMicrotask(list.loadMore);
  return list.rows;
}
