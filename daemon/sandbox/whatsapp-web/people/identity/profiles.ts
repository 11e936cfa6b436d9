import type { Keep, Profile } from "../../link.ts";
import type { Keys } from "./keys.ts";
import type { Persons } from "./persons.ts";

/** The profile of a number, as others see it. */
export type Profiles = (number: string) => Profile;

/** The profile of a business, as others see it. */
export type Business = NonNullable<Profile["business"]>;

const BUSINESS = "people/business/";

/** Makes a business of somebody, or of a business a person again (null). */
export function becomeBusiness(
  { keep, persons }: { keep: Keep; persons: Persons },
  number: string,
  business: Business | null,
): void {
  const key = BUSINESS + persons.of(number).root;
  if (business === null) keep.delete(key);
  else keep.set(key, JSON.stringify(business));
}

const PICTURE = "people/picture/";

/** Gives somebody another picture, or (null) none. */
export function changePicture(
  { keep, persons }: { keep: Keep; persons: Persons },
  number: string,
  name: string | null,
): void {
  keep.set(PICTURE + persons.of(number).root, name ?? "");
}

const NAME = "people/name/";
const WORDS = "people/about/";

/** What somebody changes of their profile by a linked companion; an empty `about` takes it away. */
export function changeShown(
  { keep, persons }: { keep: Keep; persons: Persons },
  number: string,
  { name, about }: { name?: string; about?: string },
): void {
  const { root } = persons.of(number);
  if (name !== undefined) keep.set(NAME + root, name);
  if (about !== undefined) keep.set(WORDS + root, JSON.stringify({ text: about, setAt: new Date() }));
}

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

/** WhatsApp's default text of a person's "About". */
const ABOUT = { text: "Hey there! I am using WhatsApp.", setAt: new Date("2025-01-01T00:00:00Z") };

/** Names are derived like everything else of a person. */
export function createProfiles(given: {
  keys: Keys;
  persons: Persons;
  keep: Keep;
  mediaHost: string;
}): Profiles {
  const { keys, persons, keep, mediaHost } = given;
  return (number) => {
    const { root } = persons.of(number);
    const [first = 0, last = 0] = keys.bytes(`${root} name`, 2);
    const business = keep.get(BUSINESS + root);
    const picture = keep.get(PICTURE + root) ?? root;
    return {
      ...(business === undefined ? {} : { business: JSON.parse(business) as Business }),
      pushName: keep.get(NAME + root) ?? `${FIRST[first % FIRST.length]} ${LAST[last % LAST.length]}`,
      about: aboutOf(keep.get(WORDS + root)),
      ...(picture !== "" && { picture: { id: picture, url: `https://${mediaHost}/picture/${picture}.png` } }),
    };
  };
}

function aboutOf(kept: string | undefined): NonNullable<Profile["about"]> {
  if (kept === undefined) return ABOUT;
  const { text, setAt } = JSON.parse(kept);
  return { text, setAt: new Date(setAt) };
}
