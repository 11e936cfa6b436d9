/** Keys are taken at once and durable soon; nothing leaves before they are. */
import { expect, test } from "bun:test";
import * as library from "baileys";
import { putGate } from "../../../daemon/providers/whatsapp-web/connection/keys/gate.ts";
import { createKeyCache } from "../../../daemon/providers/whatsapp-web/connection/keys/key-cache.ts";
import type {
  KeyStore,
  SessionKeyChanges,
} from "../../../daemon/providers/whatsapp-web/connection/keys/key-store.ts";
import {
  createKeyWriter,
  type KeyWriter,
} from "../../../daemon/providers/whatsapp-web/connection/keys/key-writer.ts";
import type { RawSocket } from "../../../daemon/providers/whatsapp-web/library/inside/raw-socket.ts";

type Write = { secrets: SessionKeyChanges; finish(): void; fail(cause: Error): void };

/** A store whose writes end when the test says so. */
function slowStore(kept: Record<string, string> = {}): {
  store: KeyStore;
  writes: Write[];
  reads: string[];
} {
  const writes: Write[] = [];
  const reads: string[] = [];
  const store: KeyStore = {
    loadCredentials: async () => null,
    async read(category, ids) {
      reads.push(...ids.map((id) => `${category} ${id}`));
      return new Map(
        ids.flatMap((id) => (kept[`${category} ${id}`] ? [[id, kept[`${category} ${id}`] ?? ""]] : [])),
      );
    },
    list: async () => new Map(),
    write: (secrets) =>
      new Promise((resolve, reject) => writes.push({ secrets, finish: resolve, fail: reject })),
  };
  return { store, writes, reads };
}

const open = (store: KeyStore, onFailure: (cause: unknown) => void = () => {}): KeyWriter =>
  createKeyWriter({ library, store, onFailure });

const bytes = (text: string) => Buffer.from(text);
const turn = () => Bun.sleep(0);

test("keys set together are written together; later ones share the next write", async () => {
  const { store, writes } = slowStore();
  const keyWriter = open(store);
  keyWriter.keys.set({ session: { a: bytes("1") } });
  keyWriter.keys.set({ session: { b: bytes("2") }, "device-list": { c: ["0"] } });
  await turn();
  keyWriter.keys.set({ session: { a: bytes("3") } });
  keyWriter.keys.set({ session: { b: null } });
  expect(writes).toHaveLength(1);
  expect([...(writes[0]?.secrets.keys.keys() ?? [])]).toEqual(["session", "device-list"]);
  writes[0]?.finish();
  await turn();
  expect(writes).toHaveLength(2);
  expect([...(writes[1]?.secrets.keys.get("session") ?? [])]).toEqual([
    ["a", '{"type":"Buffer","data":"Mw=="}'],
    ["b", null],
  ]);
});

test("the pre-keys of a first login are one write", async () => {
  const { store, writes } = slowStore();
  const keyWriter = open(store);
  const pair = { public: bytes("public"), private: bytes("private") };
  keyWriter.keys.set({
    "pre-key": Object.fromEntries(Array.from({ length: 812 }, (_, id) => [String(id + 1), pair])),
  });
  await turn();
  writes[0]?.finish();
  await keyWriter.settled();
  expect(writes.map(({ secrets }) => secrets.keys.get("pre-key")?.size)).toEqual([812]);
});

test("a key is read back at once, and an equal one is not written again", async () => {
  const { store, writes, reads } = slowStore();
  const keyWriter = open(store);
  keyWriter.keys.set({ session: { a: bytes("1") } });
  expect(await keyWriter.keys.get("session", ["a"])).toEqual({ a: bytes("1") });
  await turn();
  writes[0]?.finish();
  await keyWriter.settled();
  keyWriter.keys.set({ session: { a: bytes("1") } });
  await turn();
  expect([writes.length, reads]).toEqual([1, []]);
});

test("an absent key is requested once", async () => {
  const { store, reads } = slowStore({ "session a": '{"type":"Buffer","data":"MQ=="}' });
  const keyWriter = open(store);
  expect(await keyWriter.keys.get("session", ["a", "b"])).toEqual({ a: bytes("1") });
  await keyWriter.keys.get("session", ["a", "b"]);
  expect(reads).toEqual(["session a", "session b"]);
});

test("a write that fails fails everything after it, and says so once", async () => {
  const failures: unknown[] = [];
  const { store, writes } = slowStore();
  const keyWriter = open(store, (cause) => failures.push(cause));
  keyWriter.keys.set({ session: { a: bytes("1") } });
  const settled = keyWriter.settled().catch((cause: Error) => cause.message);
  await turn();
  writes[0]?.fail(new Error("no disk"));
  expect(await settled).toBe("no disk");
  expect(() => keyWriter.keys.set({ session: { a: bytes("2") } })).toThrow("no disk");
  await expect(Promise.resolve(keyWriter.keys.get("session", ["a"]))).rejects.toThrow("no disk");
  expect(failures).toHaveLength(1);
});

/** A socket that notes what leaves, behind a gate. */
function gated(keyWriter: KeyWriter, holds = () => true): { raw: RawSocket; left: string[] } {
  const left: string[] = [];
  const raw: RawSocket = {
    send(data, done) {
      left.push(Buffer.from(data).toString());
      done?.();
    },
    terminate() {},
  };
  putGate(raw, { keyWriter, holds });
  return { raw, left };
}

test("a frame waits for the keys before it, those behind it wait in line, and nobody waits for nothing", async () => {
  const { store, writes } = slowStore();
  const keyWriter = open(store);
  const { raw, left } = gated(keyWriter);
  raw.send(bytes("first"));
  expect(left).toEqual(["first"]);
  keyWriter.keys.set({ session: { a: bytes("1") } });
  const done = Promise.withResolvers<void>();
  raw.send(bytes("second"), () => done.resolve());
  await done.promise;
  raw.send(bytes("third"));
  await turn();
  expect(left).toEqual(["first"]);
  writes[0]?.finish();
  await turn();
  expect(left).toEqual(["first", "second", "third"]);
});

test("nothing leaves any more when keys could not be written, or the session is another's", async () => {
  const { store, writes } = slowStore();
  const keyWriter = open(store);
  const { raw, left } = gated(keyWriter);
  keyWriter.keys.set({ session: { a: bytes("1") } });
  raw.send(bytes("first"));
  await turn();
  writes[0]?.fail(new Error("no disk"));
  await turn();
  raw.send(bytes("second"));
  await turn();
  expect(left).toEqual([]);

  let held = true;
  const other = gated(open(slowStore().store), () => held);
  other.raw.send(bytes("first"));
  held = false;
  const refused = Promise.withResolvers<Error | undefined>();
  other.raw.send(bytes("second"), refused.resolve);
  expect((await refused.promise)?.message).toBe("the session is not held any more");
  held = true;
  other.raw.send(bytes("third"));
  expect(other.left).toEqual(["first"]);
});

test("the cache forgets the longest unused, and never what is still to be written", () => {
  const cache = createKeyCache(30);
  cache.set("session", "new", "x".repeat(50));
  for (const id of ["1", "2", "3"]) cache.fill("session", id, "yy");
  expect(cache.get("session", "1")).toBeUndefined();
  expect(cache.get("session", "3")).toBe("yy");
  expect(cache.get("session", "new")).toHaveLength(50);
  cache.fill("session", "new", "older");
  expect(cache.get("session", "new")).toHaveLength(50);
});

test("a key writer that is closed writes nothing more, and waits for what is being written", async () => {
  const { store, writes } = slowStore();
  const keyWriter = open(store);
  keyWriter.keys.set({ session: { a: bytes("1") } });
  await turn();
  keyWriter.keys.set({ session: { a: bytes("2") } });
  let closed = false;
  const closing = keyWriter.close().then(() => {
    closed = true;
  });
  await turn();
  expect(closed).toBeFalse();
  expect(() => keyWriter.keys.set({ session: { a: bytes("3") } })).toThrow("the session has ended");
  writes[0]?.finish();
  await closing;
  expect(writes).toHaveLength(1);
});
