import { type List, useList } from "../api/queries.ts";
import { useMay } from "../api/session.tsx";
import { Id } from "./code.tsx";

const ALL = { query: { limit: 100 } };

/**
 * Finds the names of users, keys and channels by their ids, as far as they may be seen; null for others. What is asked
 * for and not among those that were read has the next of them read.
 */
export function useNames(): (id: string) => string | null {
  const may = useMay();
  const users = useList("GET /v1/users", ALL, { enabled: may("users:manage") });
  const keys = useList("GET /v1/api-keys", ALL, { enabled: may("keys:manage") });
  const channels = useList("GET /v1/channels", ALL, { enabled: may("channels:read") });
  const known = new Map([
    ...users.rows.map(({ id, name, email }) => [id, name || email] as const),
    ...[...keys.rows, ...channels.rows].map(({ id, name }) => [id, name] as const),
  ]);
  return (id) => {
    if (!known.has(id)) for (const list of [users, keys, channels]) readOn(list);
    return known.get(id) || null;
  };
}

/** Reads the next page of a list, if there is one. */
function readOn({ hasMore, isLoadingMore, problem, loadMore }: List<unknown>): void {
  if (hasMore && !isLoadingMore && problem === null) queueMicrotask(loadMore);
}

/** A user, a key or a channel by its name, where that is known. One press copies its id. */
export function Named({ id }: { id: string }) {
  const nameOf = useNames();
  return <Id value={id} shown={nameOf(id)} />;
}
