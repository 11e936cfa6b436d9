import type { SocketConfig } from "baileys";
import { setNewest } from "../../../../lib/bounded.ts";

/** How often messages were requested again: kept across the sockets of a session, so that a loop ends. */
export function createRetryCounters(size = 500): NonNullable<SocketConfig["msgRetryCounterCache"]> {
  const counts = new Map<string, unknown>();
  return {
    get: <T>(key: string) => counts.get(key) as T | undefined,
    set: (key, value) => void setNewest(counts, key, value, size),
    del: (key) => void counts.delete(key),
    flushAll: () => counts.clear(),
  };
}
