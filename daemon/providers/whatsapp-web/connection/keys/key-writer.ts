import type { AuthenticationCreds, SignalDataSet, SignalDataTypeMap, SignalKeyStore } from "baileys";
import { ConnectionOverError } from "../../library/inside/late-rejections.ts";
import type { Library } from "../../library/library.ts";
import { createKeyCache } from "./key-cache.ts";
import { createKeyCodec } from "./key-codec.ts";
import type { KeyStore } from "./key-store.ts";

/**
 * Stores what a session writes, and knows what is durable. It takes keys at
 * once and writes them in the background: all that came in during one write go
 * together in the next. Nothing is sent to WhatsApp until everything taken so
 * far is durable (see gate.ts), so nobody can have seen a message whose keys
 * are lost.
 */
export type KeyWriter = {
  /** For Baileys. */
  keys: SignalKeyStore;
  /** Takes the credentials as they are now. */
  saveCredentials(credentials: AuthenticationCreds): void;
  /** Whether everything is durable. */
  isSettled(): boolean;
  /** Resolves when everything taken so far is durable; rejects when that can't be. */
  settled(): Promise<void>;
  /** Takes nothing more; resolves when no write is running any more. The stored secrets may then be deleted. */
  close(): Promise<void>;
  /** Every durable value of a category, oldest first. */
  list<Value>(category: string): Promise<Map<string, Value>>;
};

export type KeyWriterOptions = {
  library: Library;
  store: KeyStore;
  /** Secrets can't be read or written: the session has to be closed. Called once. */
  onFailure(cause: unknown): void;
};

type Batch = { keys: Map<string, Map<string, string | null>>; credentials: AuthenticationCreds | null };
type Waiter = { upTo: number; resolve(): void; reject(cause: unknown): void };

/** A key writer over a store, with nothing to write. */
export function createKeyWriter({ library, store, onFailure }: KeyWriterOptions): KeyWriter {
  const codec = createKeyCodec(library);
  const cache = createKeyCache();
  let failure: { cause: unknown } | null = null;
  let pending: Batch = emptyBatch();
  let taken = 0;
  let durable = 0;
  let writing: Promise<void> | null = null;
  let waiters: Waiter[] = [];

  function refuseAll(cause: unknown): void {
    failure = { cause };
    for (const { reject } of waiters) reject(cause);
    waiters = [];
  }

  function fail(cause: unknown): void {
    if (failure !== null) return;
    refuseAll(cause);
    onFailure(cause);
  }

  function throwIfFailed(): void {
    if (failure !== null) throw failure.cause;
  }

  function take(change: () => void): void {
    taken += 1;
    change();
    writing ??= writeAll().finally(() => {
      writing = null;
    });
  }

  /** A write begins with the next turn of the loop, so that what is taken together is written together. */
  async function writeAll(): Promise<void> {
    await Promise.resolve();
    while (failure === null && durable < taken) {
      const batch = pending;
      const upTo = taken;
      pending = emptyBatch();
      await store.write({ keys: batch.keys, credentials: codec.sealable(batch.credentials) }).catch(fail);
      if (failure !== null) break;
      durable = upTo;
      cache.written(batch.keys);
      const [done, left] = [
        waiters.filter((one) => one.upTo <= upTo),
        waiters.filter((one) => one.upTo > upTo),
      ];
      waiters = left;
      for (const { resolve } of done) resolve();
    }
  }

  async function get(category: string, ids: readonly string[]): Promise<Record<string, unknown>> {
    throwIfFailed();
    const missing = ids.filter((id) => cache.get(category, id) === undefined);
    if (missing.length > 0) {
      const found = await store.read(category, missing).catch((cause: unknown) => {
        fail(cause);
        throw cause;
      });
      for (const id of missing) cache.fill(category, id, found.get(id) ?? null);
    }
    return Object.fromEntries(
      ids.flatMap((id) => {
        const text = cache.get(category, id);
        return text === undefined || text === null ? [] : [[id, codec.decode(category, text)]];
      }),
    );
  }

  function set(changes: SignalDataSet): void {
    throwIfFailed();
    for (const [category, values] of Object.entries(changes)) {
      for (const [id, value] of Object.entries(values)) {
        const text = codec.encode(value);
        // Baileys sets a send's keys twice: before it leaves and when its transaction ends
        if (text !== null && cache.get(category, id) === text) continue;
        take(() => {
          cache.set(category, id, text);
          const ofCategory = pending.keys.get(category) ?? new Map<string, string | null>();
          pending.keys.set(category, ofCategory.set(id, text));
        });
      }
    }
  }

  return {
    keys: {
      get: (type, ids) => get(type, ids) as Promise<Record<string, SignalDataTypeMap[typeof type]>>,
      set,
    },
    saveCredentials(credentials) {
      if (failure === null)
        take(() => {
          pending.credentials = credentials;
        });
    },
    isSettled: () => failure === null && durable === taken,
    settled() {
      if (failure !== null) return Promise.reject(failure.cause);
      if (durable === taken) return Promise.resolve();
      return new Promise((resolve, reject) => waiters.push({ upTo: taken, resolve, reject }));
    },
    async close() {
      refuseAll(new ConnectionOverError("the session has ended"));
      await writing;
    },
    async list<Value>(category: string) {
      const found = await store.list(category);
      return new Map([...found].map(([id, text]) => [id, codec.decode(category, text) as Value]));
    },
  };
}

function emptyBatch(): Batch {
  return { keys: new Map(), credentials: null };
}
