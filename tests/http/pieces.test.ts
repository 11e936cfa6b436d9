import { expect, test } from "bun:test";
import { createPieces } from "../../daemon/http/body/pieces.ts";

/** Adds pieces of these lengths, each byte another than the one before, and compares the result. */
function joinsTo(lengths: readonly number[]): void {
  const whole = new Uint8Array(lengths.reduce((sum, length) => sum + length, 0)).map((_, nth) => nth % 251);
  const pieces = createPieces();
  let from = 0;
  for (const length of lengths) {
    pieces.add(whole.slice(from, from + length));
    from += length;
  }
  expect(Buffer.compare(pieces.join(), whole)).toBe(0);
}

test.each([
  { what: "none", lengths: [] },
  { what: "an empty one", lengths: [0] },
  { what: "many of one byte", lengths: Array.from({ length: 10_000 }, () => 1) },
  { what: "large ones", lengths: [4096, 131_072, 5000] },
  {
    what: "small ones before, between and after large ones",
    lengths: [1, 4096, 4095, 2, 70_000, 4095, 4095, 0, 3],
  },
])("a body of $what is put together in order", ({ lengths }) => joinsTo(lengths));
