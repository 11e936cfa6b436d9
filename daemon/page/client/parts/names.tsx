import { useChannels } from "../api/channels.ts";
import { useAsk } from "../api/queries.ts";
import { useMay } from "../api/session.tsx";
import { Id } from "./code.tsx";

const ALL = { query: { limit: 100 } };

/** Finds the names of users, keys and channels by their ids, as far as they may be seen; null for others. */
export function useNames(): (id: string) => string | null {
  const may = useMay();
  const users = useAsk("GET /v1/users", ALL, { enabled: may("users:manage") });
  const keys = useAsk("GET /v1/api-keys", ALL, { enabled: may("keys:manage") });
  const channels = useChannels();
  const known = new Map([
    ...(users.data?.data ?? []).map(({ id, name, email }) => [id, name || email] as const),
    ...(keys.data?.data ?? []).map(({ id, name }) => [id, name] as const),
    ...channels.options.map(({ value, label }) => [value, label] as const),
  ]);
  return (id) => known.get(id) || null;
}

/** A user, a key or a channel by its name, where that is known. One press copies its id. */
export function Named({ id }: { id: string }) {
  const nameOf = useNames();
  return <Id value={id} shown={nameOf(id)} />;
}
