import type { SocketConfig } from "baileys";

/** How often messages were asked for again: kept across the sockets of a session, so that a loop ends. */
export function createRetryCounters(size = 500): NonNullable<SocketConfig["msgRetryCounterCache"]> {
  const counts = new Map<string, unknown>();
  return {
    get: <T>(key: string) => counts.get(key) as T | undefined,
    set(key, value) {
      counts.delete(key);
      counts.set(key, value);
      const oldest = counts.keys().next().value;
      if (counts.size > size && oldest !== undefined) counts.delete(oldest);
    },
    del: (key) => void counts.delete(key),
    flushAll: () => counts.clear(),
  };
}
