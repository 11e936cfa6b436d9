import { hiddenNumber } from "./messages/recipients.ts";

/** The profile that a webhook shows of a person. */
export type Profile = { name: string; username?: string };

/** The names of people who wrote. Somebody who hides their number is the same when they show it. */
export type People = {
  /** Their profile as they last gave it, with what is given now. */
  profile(person: string, given?: Partial<Profile>): Profile;
  clear(): void;
};

const NOBODY = "Sandbox Person";

export function createPeople(): People {
  const known = new Map<string, Partial<Profile>>();
  return {
    profile(person, given = {}) {
      const key = hiddenNumber(person);
      const profile = { ...known.get(key), ...given };
      if (Object.keys(given).length > 0) known.set(key, profile);
      return { name: NOBODY, ...profile };
    },
    clear: () => known.clear(),
  };
}
