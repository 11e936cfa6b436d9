import { expect, test } from "bun:test";
import { createGrowthWatch } from "../../daemon/lib/tidier.ts";

test("garbage is collected when memory is a tenth above its least since the last time", () => {
  const collected: number[] = [];
  let bytes = 0;
  const look = createGrowthWatch(
    () => bytes,
    () => {
      collected.push(bytes);
      bytes -= 10;
    },
  );
  for (const one of [100, 105, 109, 111, 110, 115, 90, 98, 100, 97]) {
    bytes = one;
    look();
  }
  expect(collected).toEqual([111, 115, 100]);
});
