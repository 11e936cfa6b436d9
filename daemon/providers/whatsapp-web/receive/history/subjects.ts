import type { Library } from "../../library/library.ts";
import type { KnownPerson } from "../people.ts";

/** What the groups of a history are called, by their addresses. */
export type Subjects = { all: ReadonlyMap<string, string>; add(people: readonly KnownPerson[]): void };

/** No number is in more groups. */
const MOST = 10_000;

export function createSubjects({ isJidGroup }: Library): Subjects {
  const all = new Map<string, string>();
  return {
    all,
    add(people) {
      for (const { jids, name } of people) {
        const group = jids.find((jid) => jid && isJidGroup(jid));
        if (group && name !== null && all.size < MOST) all.set(group, name);
      }
    },
  };
}
