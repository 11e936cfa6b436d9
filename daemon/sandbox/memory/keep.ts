import type { Keep } from "../whatsapp-web/link.ts";

/** The sandbox's memory, with a way to forget everything. */
export type Memory = Keep & {
  clear(): void;
  /** Writes what is not written yet. */
  close(): void;
};

/** A `Keep` in memory: it lasts as long as the process, over restarts of the sandbox within it. */
export function createMemory(entries: Iterable<[string, string]> = []): Memory {
  const values = new Map(entries);
  return {
    get: (key) => values.get(key),
    set: (key, value) => void values.set(key, value),
    delete: (key) => void values.delete(key),
    keys: (prefix) => [...values.keys()].filter((key) => key.startsWith(prefix)),
    clear: () => values.clear(),
    close() {},
  };
}
