import { useAsk } from "../../api/queries.ts";
import { useMay } from "../../api/session.tsx";

/** Who or what an entry is about, as the API says it. */
type Named = { type: string; id: string | null };

const ALL = { query: { limit: 100 } };

/** Users and keys by their names, as far as they may be seen; what else there is by its id. */
export function useNames(): (named: Named) => string {
  const may = useMay();
  const users = useAsk("GET /v1/users", ALL, { enabled: may("users:manage") });
  const keys = useAsk("GET /v1/api-keys", ALL, { enabled: may("keys:manage") });
  const known = new Map([
    ...(users.data?.data ?? []).map(({ id, name, email }) => [id, name || email] as const),
    ...(keys.data?.data ?? []).map(({ id, name }) => [id, name] as const),
  ]);
  return ({ type, id }) => (id === null ? type : `${type} ${known.get(id) || id}`);
}
