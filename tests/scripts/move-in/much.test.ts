/** 20 numbers and 50,000 messages of another program, with a kill in the middle: minutes, so with the tools. */
import { expect, test } from "bun:test";
import { killedInEvolution, killedInWaha } from "../../move-in/killed.ts";
import { LONG_MS } from "../../support/long.ts";

const SIZE = { numbers: 20, messages: 50_000 };

test.each([
  ["Evolution's", killedInEvolution],
  ["WAHA's", killedInWaha],
])(
  "every message of %s is there once, in order, with its person",
  async (_, killedIn) => {
    const { killedAt, stored, known, ...ended } = await killedIn(SIZE);
    expect(known).toBeLessThan(SIZE.messages);
    expect(known).toBeGreaterThanOrEqual(killedAt);
    expect(stored + known).toBe(SIZE.messages);
    expect(ended).toEqual({ code: 0, leftOut: 0, faults: [] });
  },
  LONG_MS,
);
