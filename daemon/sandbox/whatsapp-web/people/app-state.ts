import type { proto, WAPatchCreate } from "baileys";
import type { Profile } from "../link.ts";
import type { Keys } from "./identity/keys.ts";
import type { Persons } from "./identity/persons.ts";
import { baileys } from "./signal/libraries.ts";

/** State that a phone shares with its companions. Phones here share only the name of the account. */
export type AppState = {
  /** The key that everything of a number's app state is encrypted with: the same after a restart. */
  keyOf(number: string): { id: Buffer; data: Buffer };
  /** The account's name that a companion's encoded changes set; null where they set none. */
  nameIn(number: string, patches: readonly Uint8Array[]): Promise<string | null>;
  /** The encoded changes to a collection after a version. */
  changesAfter(number: string, collection: string, version: number): Promise<Uint8Array[]>;
};

/** The collection that has the name, in its first change. */
const COLLECTION = "critical_block";
const FIRST_VERSION = 1;

export function createAppState(given: {
  keys: Keys;
  persons: Persons;
  profile(number: string): Profile;
}): AppState {
  const { keys, persons, profile } = given;
  // each time it is encrypted, it is another one, and companions keep its sums
  const first = new Map<string, Promise<Uint8Array>>();

  function keyOf(number: string): { id: Buffer; data: Buffer } {
    const { root } = persons.of(number);
    const id = Buffer.concat([Buffer.alloc(2), keys.bytes(`${root} app state id`, 4)]);
    return { id, data: keys.bytes(`${root} app state`, 32) };
  }

  return {
    keyOf,
    nameIn: async (number, patches) => await nameIn(keyOf(number), patches),
    async changesAfter(number, collection, version) {
      if (collection !== COLLECTION || version >= FIRST_VERSION) return [];
      const { pushName } = profile(number);
      const change = first.get(`${number} ${pushName}`) ?? nameChange(keyOf(number), pushName);
      first.set(`${number} ${pushName}`, change);
      return [await change];
    },
  };
}

/** Reads changes as another companion would (Baileys: `decodeSyncdMutations` in Utils/chat-utils.js). */
async function nameIn({ data }: { data: Buffer }, patches: readonly Uint8Array[]): Promise<string | null> {
  const { decodeSyncdMutations, newLTHashState, proto } = baileys();
  const names: string[] = [];
  for (const patch of patches) {
    const { mutations } = proto.SyncdPatch.decode(patch);
    const key = async () => ({ keyData: data }) as proto.Message.IAppStateSyncKeyData;
    const note = ({ syncAction }: { syncAction: proto.ISyncActionData }) => {
      const name = syncAction.value?.pushNameSetting?.name;
      if (name != null) names.push(name);
    };
    await decodeSyncdMutations(mutations, newLTHashState(), key, note, true);
  }
  return names.at(-1) ?? null;
}

/** The account's name as a companion finds it (Baileys: `pushNameSetting` in Utils/chat-utils.js). */
async function nameChange({ id, data }: { id: Buffer; data: Buffer }, name: string): Promise<Uint8Array> {
  const { encodeSyncdPatch, newLTHashState, proto } = baileys();
  const change: WAPatchCreate = {
    type: COLLECTION,
    index: ["setting_pushName"],
    syncAction: { timestamp: Date.now(), pushNameSetting: { name } },
    apiVersion: 1,
    operation: proto.SyncdMutation.SyncdOperation.SET,
  };
  const key = { keyData: data } as proto.Message.IAppStateSyncKeyData;
  const keyId = id.toString("base64");
  const { patch } = await encodeSyncdPatch(change, keyId, newLTHashState(), async () => key);
  return proto.SyncdPatch.encode({ ...patch, version: { version: FIRST_VERSION } }).finish();
}
