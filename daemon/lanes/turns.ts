import { RANKS } from "../../db/lanes/priorities.ts";
import { rankOfItem } from "./lane.ts";

/** Whose turn it is among items of several priorities, for the time of one drain. */
export type Turns<Item> = {
  /** Offers items, the more urgent first and in their order, until none is left or one finds no room. */
  offer(items: readonly Item[], take: (item: Item) => Taken): void;
};

/** The result of an offered item; `full`: nothing more can go now. */
export type Taken = "goes" | "waits" | "full";

/**
 * So many more urgent items may go before one of a lower priority that waits: of
 * ten that go, at least one is of each, also where two lower ones wait.
 */
const MOST_PASSED_OVER = 8;

/** Nothing has gone yet. */
export function createTurns<Item extends { priority?: number }>(): Turns<Item> {
  const passedOver = RANKS.map(() => 0);

  function next(waiting: readonly Item[][]): number {
    const due = RANKS.find((one) => waiting[one]?.length !== 0 && (passedOver[one] ?? 0) >= MOST_PASSED_OVER);
    return due ?? waiting.findIndex((items) => items.length > 0);
  }

  function count(gone: number, waiting: readonly Item[][]): void {
    for (const one of RANKS) {
      if (one === gone) passedOver[one] = 0;
      else if (one > gone && waiting[one]?.length !== 0) passedOver[one] = (passedOver[one] ?? 0) + 1;
    }
  }

  return {
    offer(items, take) {
      const waiting: Item[][] = RANKS.map(() => []);
      for (const item of items) waiting[rankOfItem(item)]?.push(item);
      for (let turn = next(waiting); turn !== -1; turn = next(waiting)) {
        const item = waiting[turn]?.shift();
        const taken = item === undefined ? "full" : take(item);
        if (taken === "full") return;
        if (taken === "goes") count(turn, waiting);
      }
    },
  };
}
