import type { Sql } from "../../db/connection/client.ts";
import { namesOfCallers } from "../../db/logs/request-log.ts";

/** Names of the keys and users of an organisation, by their ids; never rejects. */
export type Names = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const CACHE_MS = 60_000;

/** Looks each up once a minute at most. One that can't be looked up, as while the database is away, has no name. */
export function createNames(sql: Sql, organizationId: string): Names {
  let names = new Map<string, string>();
  let lookedUp = new Set<string>();
  let until = 0;
  return async (ids) => {
    if (Date.now() > until) {
      names = new Map();
      lookedUp = new Set();
      until = Date.now() + CACHE_MS;
    }
    const unknown = [...new Set(ids)].filter((id) => !lookedUp.has(id));
    if (unknown.length === 0) return names;
    const found = await namesOfCallers(sql, organizationId, unknown).catch(() => null);
    if (found === null) return names;
    for (const id of unknown) lookedUp.add(id);
    for (const [id, name] of found) names.set(id, name);
    return names;
  };
}
