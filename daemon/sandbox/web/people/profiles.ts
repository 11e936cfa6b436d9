import type { Keep, Profile } from "../link.ts";
import type { Keys } from "./keys.ts";
import type { Persons } from "./persons.ts";

/** What others see of people. */
export type Profiles = { of(number: string): Profile; change(number: string, profile: Profile): void };

const FIRST = [
  "Ada",
  "Ben",
  "Cleo",
  "Dev",
  "Edith",
  "Farid",
  "Grace",
  "Hugo",
  "Ines",
  "Jonas",
  "Kemi",
  "Lena",
];
const LAST = [
  "Abel",
  "Boole",
  "Curie",
  "Darwin",
  "Euler",
  "Fermi",
  "Gauss",
  "Hopper",
  "Ibarra",
  "Jobs",
  "Khan",
];
const PREFIX = "people/profile/";

/** Names are derived like everything else of a person; what is changed is kept. */
export function createProfiles(given: {
  keys: Keys;
  keep: Keep;
  persons: Persons;
  mediaHost: string;
}): Profiles {
  const { keys, keep, persons, mediaHost } = given;
  return {
    of(number) {
      const { root } = persons.of(number);
      const kept = keep.get(PREFIX + root);
      if (kept !== undefined) return JSON.parse(kept);
      const [first = 0, last = 0] = keys.bytes(`${root} name`, 2);
      return {
        pushName: `${FIRST[first % FIRST.length]} ${LAST[last % LAST.length]}`,
        picture: { id: root, url: `https://${mediaHost}/picture/${root}.png` },
      };
    },
    change: (number, profile) => keep.set(PREFIX + persons.of(number).root, JSON.stringify(profile)),
  };
}
