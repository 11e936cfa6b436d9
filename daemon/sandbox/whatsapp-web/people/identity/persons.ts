import type { Keep, KeyPair } from "../../link.ts";
import type { Keys } from "./keys.ts";
import { createLids } from "./lids.ts";

/** Somebody with a phone. A change of number keeps the person: sessions, keys and LID stay. */
export type Person = {
  /** The number the person began with: the name under which everything about them is stored. */
  root: string;
  /** The number the person has now. */
  number: string;
  /** The user part of the LID. */
  lid: string;
};

export type Persons = {
  /** The person with this number now. */
  of(number: string): Person;
  /** The person behind an address (`digits@s.whatsapp.net` or `digits@lid`, device or none). */
  at(jid: string): Person | undefined;
  /** Whether nobody has the number any more because its owner took another one. */
  isGivenUp(number: string): boolean;
  identityOf(person: Person): KeyPair;
  /** Gives the owner of a number another one. */
  move(number: string, to: string): Person;
};

/** A telephone number as digits, without the `+` (E.164: fifteen at most). */
export const NUMBER = /^[1-9]\d{4,14}$/;

const ADDRESS = /^(\d+)(?::(\d+))?@(s\.whatsapp\.net|lid)$/;
const MOVED = "people/moved/";
const OWNER = "people/owner/";

/** Any number is somebody: persons are derived, and only changes of number are kept. */
export function createPersons({ keys, keep }: { keys: Keys; keep: Keep }): Persons {
  const lids = createLids(keys);
  const identities = new Map<string, KeyPair>();

  function of(number: string): Person {
    const root = keep.get(OWNER + number) ?? number;
    return { root, number, lid: lids.lidOf(root) };
  }

  function byLid(lid: string): Person | undefined {
    const root = lids.numberOf(lid);
    if (root === undefined || !NUMBER.test(root)) return undefined;
    return { root, number: keep.get(MOVED + root) ?? root, lid };
  }

  return {
    of,
    at(jid) {
      const [, user = "", , server] = ADDRESS.exec(jid) ?? [];
      if (server === "lid") return byLid(user);
      return NUMBER.test(user) ? of(user) : undefined;
    },
    isGivenUp: (number) => keep.get(MOVED + number) !== undefined && keep.get(OWNER + number) === undefined,
    identityOf({ root }) {
      const known = identities.get(root) ?? keys.pair(`${root} identity`);
      identities.set(root, known);
      return known;
    },
    move(number, to) {
      const { root } = of(number);
      keep.delete(OWNER + number);
      keep.set(MOVED + root, to);
      keep.set(OWNER + to, root);
      return of(to);
    },
  };
}
