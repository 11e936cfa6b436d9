import type { Sql } from "../../db/connection/client.ts";
import { namesOfCallers } from "../../db/logs/request-log.ts";

/** What the keys and users of an organisation are called, by their ids; never rejects. */
export type Names = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

const CACHE_MS = 60_000;

/** Looks each up once a minute at most. What is not known now, as while the database is away, has no name. */
export function createNames(sql: Sql, organizationId: string): Names {
  let names = new Map<string, string>();
  let asked = new Set<string>();
  let until = 0;
  return async (ids) => {
    if (Date.now() > until) {
      names = new Map();
      asked = new Set();
      until = Date.now() + CACHE_MS;
    }
    const unknown = [...new Set(ids)].filter((id) => !asked.has(id));
    if (unknown.length === 0) return names;
    const found = await namesOfCallers(sql, organizationId, unknown).catch(() => null);
    if (found === null) return names;
    for (const id of unknown) asked.add(id);
    for (const [id, name] of found) names.set(id, name);
    return names;
  };
}
