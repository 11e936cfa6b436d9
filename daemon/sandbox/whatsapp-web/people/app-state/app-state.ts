import type { WAPatchCreate } from "baileys";
import { Refusal } from "../../faults/refusal.ts";
import type { Keep, Profile } from "../../link.ts";
import type { Keys } from "../identity/keys.ts";
import type { Persons } from "../identity/persons.ts";
import { baileys } from "../signal/libraries.ts";
import { type Collection, EMPTY, type Standing, type StateKey, withChange, withPatch } from "./collection.ts";

/** State that a phone shares with its companions: its name, its chats, its labels. */
export type AppState = {
  /** The key that everything of a number's app state is encrypted with: the same after a restart. */
  keyOf(number: string): StateKey;
  /** Takes a companion's encoded changes of a version; raises a `Refusal` when they don't fit. Resolves with the version. */
  take(
    number: string,
    given: { name: string; version: number; patches: readonly Uint8Array[] },
  ): Promise<number>;
  /** The encoded changes to a collection after a version. */
  changesAfter(number: string, name: string, version: number): Promise<Uint8Array[]>;
  /** The phone makes a change. Resolves with the collection's version. */
  change(number: string, change: WAPatchCreate): Promise<number>;
  /** What stands in a collection, the last change last. */
  standing(number: string, name: string): Standing[];
};

const KEPT = "people/app-state/";
/** The collection that has the name, in its first change. */
const NAMED = "critical_block";

export function createAppState(given: {
  keys: Keys;
  persons: Persons;
  keep: Keep;
  profile(number: string): Profile;
}): AppState {
  const { keys, persons, keep, profile } = given;
  const turns = new Map<string, Promise<unknown>>();
  const placeOf = (number: string, name: string) => `${KEPT}${persons.of(number).root}/${name}`;

  function keyOf(number: string): StateKey {
    const { root } = persons.of(number);
    const id = Buffer.concat([Buffer.alloc(2), keys.bytes(`${root} app state id`, 4)]);
    return { id, data: keys.bytes(`${root} app state`, 32) };
  }

  const known = (place: string): Collection => JSON.parse(keep.get(place) ?? JSON.stringify(EMPTY));

  /** Changes a collection, one change at a time: each is made on the sums of the one before. */
  async function inTurn(
    number: string,
    name: string,
    work: (collection: Collection) => Promise<Collection>,
  ): Promise<Collection> {
    const place = placeOf(number, name);
    const change = async () => {
      const before = known(place);
      const isNew = name === NAMED && before.patches.length === 0;
      const now = await work(isNew ? await named(keyOf(number), profile(number)) : before);
      keep.set(place, JSON.stringify(now));
      return now;
    };
    const turn = (turns.get(place) ?? Promise.resolve()).then(change, change);
    turns.set(place, turn);
    return await turn;
  }

  return {
    keyOf,
    async take(number, { name, version, patches }) {
      const now = await inTurn(number, name, async (before) => {
        if (before.patches.length !== version)
          throw new Refusal(409, "it is not made on the version that there is");
        let collection = before;
        for (const encoded of patches)
          collection = await withPatch(collection, {
            name: name as WAPatchCreate["type"],
            key: keyOf(number),
            encoded,
          });
        return collection;
      });
      return now.patches.length;
    },
    async changesAfter(number, name, version) {
      const { patches } = await inTurn(number, name, async (collection) => collection);
      return patches.slice(version).map((patch) => Buffer.from(patch, "base64"));
    },
    async change(number, change) {
      const now = await inTurn(number, change.type, (before) => withChange(before, keyOf(number), change));
      return now.patches.length;
    },
    standing: (number, name) => known(placeOf(number, name)).standing,
  };
}

/** A collection with the account's name as a companion finds it (Baileys: `pushNameSetting` in Utils/chat-utils.js). */
async function named(key: StateKey, { pushName }: Profile): Promise<Collection> {
  return await withChange(EMPTY, key, {
    type: NAMED,
    index: ["setting_pushName"],
    syncAction: { timestamp: Date.now(), pushNameSetting: { name: pushName } },
    apiVersion: 1,
    operation: baileys().proto.SyncdMutation.SyncdOperation.SET,
  });
}
