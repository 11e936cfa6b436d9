import type { Keep } from "../../../../daemon/sandbox/web/link.ts";

/** What a sandbox keeps, in memory. */
export function memoryKeep(entries = new Map<string, string>()): Keep {
  return {
    get: (key) => entries.get(key),
    set: (key, value) => void entries.set(key, value),
    delete: (key) => void entries.delete(key),
    keys: (prefix) => [...entries.keys()].filter((key) => key.startsWith(prefix)),
  };
}
