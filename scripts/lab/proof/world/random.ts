/** Chance that is the same for the same seed, on every machine. */
export type Random = {
  /** In [0, 1). */
  next(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  pick<Thing>(things: readonly Thing[]): Thing;
  /** True this often. */
  chance(share: number): boolean;
  /** Chance of its own for a part of the world, so that a change in one part leaves the others as they are. */
  fork(name: string): Random;
};

/** Mulberry32, by Tommy Ettinger: 32 bits of state, and good enough for schedules. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;

  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick<Thing>(things: readonly Thing[]): Thing {
      const [first] = things;
      if (first === undefined) throw new Error("there is nothing to pick from");
      return things[between(0, things.length - 1)] ?? first;
    },
    chance: (share) => next() < share,
    fork: (name) => createRandom(seed ^ hash(name)),
  };
}

/** FNV-1a. */
function hash(text: string): number {
  let hashed = 0x811c9dc5;
  for (const byte of Buffer.from(text)) hashed = Math.imul(hashed ^ byte, 0x01000193);
  return hashed >>> 0;
}
