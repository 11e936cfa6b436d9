/** Keys that are set in the background of a transaction of Baileys, after its end. */
import { beforeEach, expect, test } from "bun:test";
import * as library from "baileys";
import { writeInBackground } from "../../../daemon/providers/whatsapp-web/library/inside/background-keys.ts";

const silent = () => {};
const log = { level: "silent", trace: silent, debug: silent, info: silent, warn: silent, error: silent };
const token = (text: string) => ({ tctoken: { "1@lid": { token: Buffer.from(text) } } });

let stored: Map<string, unknown>;
let keys: library.SignalKeyStoreWithTransaction;

beforeEach(() => {
  stored = new Map();
  const store: library.SignalKeyStore = {
    get: async (_type, ids) => Object.fromEntries(ids.map((id) => [id, stored.get(id)])) as never,
    set: async (changes) => {
      for (const ofType of Object.values(changes))
        for (const [id, value] of Object.entries(ofType)) stored.set(id, value);
    },
  };
  const once = { maxCommitRetries: 1, delayBetweenTriesMs: 0 };
  keys = library.addTransactionCapability(store, { ...log, child: () => log as never }, once);
  writeInBackground(keys);
});

/** Runs a transaction that begins `work` and does not wait for it; resolves once both are over. */
async function inTheBackground(work: () => Promise<void>): Promise<void> {
  const ended = Promise.withResolvers<void>();
  let left: Promise<void> = Promise.resolve();
  await keys.transaction(async () => {
    await keys.set(token("before"));
    left = ended.promise.then(work);
  }, "turn");
  ended.resolve();
  await left;
}

test("a key that is set after the end is stored", async () => {
  await inTheBackground(() => keys.set(token("after")) as Promise<void>);
  expect(stored.get("1@lid")).toEqual({ token: Buffer.from("after") });
});

test("a key is read after the end as it is stored, whatever the transaction had read", async () => {
  let read: unknown;
  await inTheBackground(async () => {
    stored.set("1@lid", { token: Buffer.from("another's") });
    read = await keys.get("tctoken", ["1@lid"]);
  });
  expect(read).toEqual({ "1@lid": { token: Buffer.from("another's") } });
});

test("a transaction that begins after the end commits", async () => {
  await inTheBackground(() => keys.transaction(async () => await keys.set(token("later")), "turn"));
  expect(stored.get("1@lid")).toEqual({ token: Buffer.from("later") });
});

test("a key that is set within a transaction is stored at its end, and not if it fails", async () => {
  const failing = keys.transaction(async () => {
    await keys.set(token("never"));
    throw new Error("no");
  }, "turn");
  expect(await failing.catch((cause: Error) => cause.message)).toBe("no");
  expect(stored.size).toBe(0);
});
