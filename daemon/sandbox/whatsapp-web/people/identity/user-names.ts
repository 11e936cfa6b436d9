import type { Keep } from "../../link.ts";
import { lidJid } from "../../wire/jids.ts";
import type { Person, Persons } from "./persons.ts";

/** The user names of people; each has one at most, and nobody else has it. */
export type UserNames = {
  set(person: Person, named: { name: string; pin: string | null } | null): void;
  find(name: string): { number: string; pin: string | null } | undefined;
};

const PREFIX = "people/username/";

/** The LID is the person, whatever number they have. */
type Kept = { lid: string; pin: string | null };

/** Changes are kept. */
export function createUserNames({ keep, persons }: { keep: Keep; persons: Persons }): UserNames {
  const read = (key: string) => {
    const kept = keep.get(key);
    return kept === undefined ? undefined : (JSON.parse(kept) as Kept);
  };
  return {
    set({ lid }, named) {
      for (const key of keep.keys(PREFIX)) if (read(key)?.lid === lid) keep.delete(key);
      if (named !== null) keep.set(PREFIX + named.name, JSON.stringify({ lid, pin: named.pin }));
    },
    find(name) {
      const kept = read(PREFIX + name.toLowerCase());
      const person = kept && persons.at(lidJid(kept.lid));
      return person && { number: person.number, pin: kept.pin };
    },
  };
}
