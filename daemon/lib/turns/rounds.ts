import type { Names } from "./fair-queue.ts";

/** In rounds, each with one of every party, and of a party in rounds of who is within it; each one's own keep their order. */
export function inRounds<Item>(items: readonly Item[], namesOf: (item: Item) => Names, level = 0): Item[] {
  const groups = Map.groupBy(items, (item) => namesOf(item)[level]);
  if (groups.has(undefined)) return [...items];
  const lines = [...groups.values()].map((group) => inRounds(group, namesOf, level + 1));
  const ranked = lines.flatMap((line) => line.map((item, round) => ({ item, round })));
  return ranked.toSorted((one, other) => one.round - other.round).map(({ item }) => item);
}
