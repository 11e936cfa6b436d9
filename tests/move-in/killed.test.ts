/** A move that is killed in the middle goes on where it was; tests/scripts/move-in does it with 50,000 messages. */
import { expect, test } from "bun:test";
import { killedInEvolution, killedInWaha } from "./killed.ts";

const SIZE = { numbers: 3, messages: 3000 };

test.each([
  ["Evolution's", killedInEvolution],
  ["WAHA's", killedInWaha],
])("every message of %s is there once, in order, with its person", async (_, killedIn) => {
  const { killedAt, stored, known, ...ended } = await killedIn(SIZE);
  // the daemon finishes what it was sent before the kill
  expect(known).toBeGreaterThanOrEqual(killedAt);
  expect(stored + known).toBe(SIZE.messages);
  expect(ended).toEqual({ code: 0, leftOut: 0, faults: [] });
});
