import type { proto, WAPatchCreate } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import { baileys } from "../signal/libraries.ts";

/** A key of the app state: what companions know it by, and itself. */
export type StateKey = { id: Buffer; data: Buffer };

/** What an action says, as it stands; its members are those of `SyncActionValue`. */
export type Standing = { index: string[]; value: Record<string, unknown> };

/** A part of what a phone and its companions share, as JSON. */
export type Collection = {
  /** Encoded `SyncdPatch`es in base64; the first leads to version 1. */
  patches: string[];
  /** The sum of all that stands, and what it was made of (Baileys: `LTHashState`), in base64. */
  hash: string;
  sums: Record<string, string>;
  standing: Standing[];
};

export const EMPTY: Collection = { patches: [], hash: "", sums: {}, standing: [] };

type Sums = { version: number; hash: Buffer; indexValueMap: Record<string, { valueMac: Uint8Array }> };

/**
 * A collection with a companion's change, read and checked as another companion would (Baileys: `decodePatches` in
 * Utils/chat-utils.js). Raises a `Refusal` when its sums don't fit.
 */
export async function withPatch(
  before: Collection,
  { name, key, encoded }: { name: WAPatchCreate["type"]; key: StateKey; encoded: Uint8Array },
): Promise<Collection> {
  const { decodePatches, proto } = baileys();
  const version = { version: before.patches.length + 1 };
  const patch = { ...proto.SyncdPatch.decode(encoded), version } as proto.SyncdPatch;
  const kept = Buffer.from(proto.SyncdPatch.encode(patch).finish());
  const refuse = (_: unknown, words: string) => {
    throw new Refusal(409, `the change does not fit: ${words}`);
  };
  const log = { warn: refuse, trace: () => {} } as unknown as Parameters<typeof decodePatches>[6];
  const get = async () => keyData(key);
  const decoded = await decodePatches(name, [patch], sumsOf(before), get, {}, undefined, log, true);
  const { state, mutationMap } = decoded;
  const changed = Object.values(mutationMap).map(({ index, syncAction }) => ({
    index: [...index].map(String),
    value: plain(syncAction.value),
  }));
  return next(before, kept, state, changed);
}

/** A collection with a change that the phone makes. */
export async function withChange(
  before: Collection,
  key: StateKey,
  change: WAPatchCreate,
): Promise<Collection> {
  const { encodeSyncdPatch, proto } = baileys();
  const keyId = key.id.toString("base64");
  const { patch, state } = await encodeSyncdPatch(change, keyId, sumsOf(before), async () => keyData(key));
  const version = { version: before.patches.length + 1 };
  const kept = Buffer.from(proto.SyncdPatch.encode({ ...patch, version }).finish());
  const value = plain(proto.SyncActionValue.fromObject(change.syncAction as Record<string, unknown>));
  return next(before, kept, state, [{ index: change.index as string[], value }]);
}

function next(before: Collection, patch: Buffer, sums: Sums, changed: readonly Standing[]): Collection {
  const names = new Set(changed.map(({ index }) => JSON.stringify(index)));
  return {
    patches: [...before.patches, patch.toString("base64")],
    hash: sums.hash.toString("base64"),
    sums: Object.fromEntries(
      Object.entries(sums.indexValueMap).map(([index, { valueMac }]) => [
        index,
        Buffer.from(valueMac).toString("base64"),
      ]),
    ),
    standing: [...before.standing.filter(({ index }) => !names.has(JSON.stringify(index))), ...changed],
  };
}

function sumsOf({ patches, hash, sums }: Collection): Sums {
  const macs = Object.entries(sums).map(([index, mac]) => [index, { valueMac: Buffer.from(mac, "base64") }]);
  return {
    version: patches.length,
    hash: hash === "" ? Buffer.alloc(128) : Buffer.from(hash, "base64"),
    indexValueMap: Object.fromEntries(macs),
  };
}

function keyData({ data }: StateKey): proto.Message.IAppStateSyncKeyData {
  return { keyData: data };
}

function plain(value: proto.ISyncActionValue | null | undefined): Record<string, unknown> {
  return JSON.parse(JSON.stringify(value ?? {}));
}
