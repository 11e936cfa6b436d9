/** What plants violations in a clean history. */
import type { MessageRecord } from "../../../scripts/lab/proof/history/end.ts";
import type { History } from "../../../scripts/lab/proof/history/history.ts";
import type { Promised } from "../../../scripts/lab/proof/promises.ts";

/** The promise that is broken, what goes wrong, how, and what the checker says. */
export type Planted = [Promised, string, (history: History) => void, string];

export function change<Thing extends object>(thing: Thing | undefined, changes: Partial<Thing>): void {
  Object.assign(thing ?? {}, changes);
}

export function set({ end }: History, changes: Partial<MessageRecord>): void {
  change(end.messages[0], changes);
}

export function nth<Thing>(things: Thing[], index: number): Thing {
  const thing = things[index];
  if (thing === undefined) throw new Error("the history has too little in it");
  return thing;
}

export function arrive({ arrivals }: History, text: string): void {
  arrivals.push({ ...nth(arrivals, 0), text, order: arrivals.length });
}
