/** The keys of one session that were read or written lately, encoded; null is known not to exist. */
export type KeyCache = {
  get(category: string, id: string): string | null | undefined;
  /** A key that is still to be written: it stays until `written`. */
  set(category: string, id: string, text: string | null): void;
  /** Adds the store's value; a key that was set meanwhile is newer and stays. */
  fill(category: string, id: string, text: string | null): void;
  /** These are in the store now. */
  written(keys: ReadonlyMap<string, ReadonlyMap<string, string | null>>): void;
};

/** Characters kept for one session at most, what is still to be written aside. */
const SIZE = 400_000;
/** Many of a kind, each needed once: not worth keeping. */
const FORGOTTEN = ["pre-key", "arrived"];

/** An empty cache that forgets the longest unused beyond `size` characters. */
export function createKeyCache(size = SIZE): KeyCache {
  const cached = new Map<string, string | null>();
  const unwritten = new Map<string, string | null>();
  let length = 0;

  function keep(key: string, text: string | null): void {
    forget(key);
    cached.set(key, text);
    length += lengthOf(key, text);
    for (const oldest of cached.keys()) {
      if (length <= size) break;
      forget(oldest);
    }
  }

  function forget(key: string): void {
    const text = cached.get(key);
    if (text === undefined) return;
    cached.delete(key);
    length -= lengthOf(key, text);
  }

  return {
    get(category, id) {
      const key = keyOf(category, id);
      const fresh = unwritten.get(key);
      if (fresh !== undefined) return fresh;
      const text = cached.get(key);
      if (text !== undefined) {
        cached.delete(key);
        cached.set(key, text);
      }
      return text;
    },
    set(category, id, text) {
      const key = keyOf(category, id);
      forget(key);
      unwritten.set(key, text);
    },
    fill(category, id, text) {
      const key = keyOf(category, id);
      if (!unwritten.has(key)) keep(key, text);
    },
    written(keys) {
      for (const [category, values] of keys) {
        for (const [id, text] of values) {
          const key = keyOf(category, id);
          if (unwritten.get(key) !== text) continue;
          unwritten.delete(key);
          if (!FORGOTTEN.includes(category)) keep(key, text);
        }
      }
    },
  };
}

function keyOf(category: string, id: string): string {
  return `${category} ${id}`;
}

function lengthOf(key: string, text: string | null): number {
  return key.length + (text?.length ?? 0);
}
