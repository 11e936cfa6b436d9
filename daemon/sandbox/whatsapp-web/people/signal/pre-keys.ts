import type { Bundle, Keep, KeyPair } from "../../link.ts";
import type { Keys } from "../identity/keys.ts";
import type { Person, Persons } from "../identity/persons.ts";
import { baileys } from "./libraries.ts";

/** The keys with which others start sessions with a person. */
export type PreKeys = {
  registrationId(person: Person): number;
  signed(person: Person): SignedPreKey;
  /** A bundle with a one-time pre-key that was in no bundle before. */
  bundle(person: Person): Bundle;
  /** A one-time pre-key that was given out and not used yet. */
  oneTime(person: Person, id: number): KeyPair | undefined;
  use(person: Person, id: number): void;
};

export type SignedPreKey = { id: number; pair: KeyPair; signature: Uint8Array };

const SIGNED_ID = 1;
const ISSUED = "people/issued/";
const USED = "people/used/";

/** Pre-keys are derived like everything else; what is kept is which were given out and used. */
export function createPreKeys(given: { keys: Keys; keep: Keep; persons: Persons }): PreKeys {
  const { keys, keep, persons } = given;
  const signedKeys = new Map<string, SignedPreKey>();
  const oneTimePair = ({ root }: Person, id: number) => keys.pair(`${root} pre-key ${id}`);
  const issued = ({ root }: Person) => Number(keep.get(ISSUED + root) ?? 0);

  const registrationId = ({ root }: Person) =>
    keys.bytes(`${root} registration`, 2).readUInt16BE() & 0x3fff || 1;

  function signed(person: Person): SignedPreKey {
    const known = signedKeys.get(person.root) ?? sign(person);
    signedKeys.set(person.root, known);
    return known;
  }

  function sign(person: Person): SignedPreKey {
    const { Curve, generateSignalPubKey } = baileys();
    const pair = keys.pair(`${person.root} signed pre-key`);
    const identity = persons.identityOf(person);
    const signature = Curve.sign(identity.private, generateSignalPubKey(pair.public));
    return { id: SIGNED_ID, pair, signature };
  }

  return {
    registrationId,
    signed,
    bundle(person) {
      const id = issued(person) + 1;
      keep.set(ISSUED + person.root, String(id));
      const { pair, signature } = signed(person);
      return {
        registrationId: registrationId(person),
        identityKey: persons.identityOf(person).public,
        signedPreKey: { id: SIGNED_ID, key: pair.public, signature },
        preKey: { id, key: oneTimePair(person, id).public },
      };
    },
    oneTime(person, id) {
      const isOpen = id >= 1 && id <= issued(person) && keep.get(`${USED}${person.root}/${id}`) === undefined;
      return isOpen ? oneTimePair(person, id) : undefined;
    },
    use: ({ root }, id) => keep.set(`${USED}${root}/${id}`, ""),
  };
}
