import type { SignalRepositoryWithLIDStore } from "baileys";
import { setNewest } from "../../../../lib/bounded.ts";

/** Of so many people a socket remembers the LID; of others it is among the session's keys. */
const MOST_PEOPLE = 1000;

/**
 * Has a socket remember the LIDs of a bounded number of people, and without timers. Baileys sets one for each at every
 * look, for three days, and timers keep their async context: all the Signal keys that were decoded for the message that
 * looked last (Baileys, `Signal/lid-mapping`).
 */
export function rememberFewMappings(lidMapping: SignalRepositoryWithLIDStore["lidMapping"]): void {
  if (!Reflect.has(lidMapping, "mappingCache"))
    throw new Error("this version of Baileys keeps the LIDs that it knows elsewhere");
  Reflect.set(lidMapping, "mappingCache", createMappings());
}

/** From numbers to LIDs and back: two for each person. */
function createMappings() {
  const known = new Map<string, string>();
  return {
    get: (name: string) => known.get(name),
    set: (name: string, other: string) => void setNewest(known, name, other, 2 * MOST_PEOPLE),
    clear: () => known.clear(),
  };
}
