import type { Profile } from "../../link.ts";
import type { Keys } from "./keys.ts";
import type { Persons } from "./persons.ts";

/** What others see of a number. */
export type Profiles = (number: string) => Profile;

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

/** Names are derived like everything else of a person. */
export function createProfiles(given: { keys: Keys; persons: Persons; mediaHost: string }): Profiles {
  const { keys, persons, mediaHost } = given;
  return (number) => {
    const { root } = persons.of(number);
    const [first = 0, last = 0] = keys.bytes(`${root} name`, 2);
    return {
      pushName: `${FIRST[first % FIRST.length]} ${LAST[last % LAST.length]}`,
      picture: { id: root, url: `https://${mediaHost}/picture/${root}.png` },
    };
  };
}
