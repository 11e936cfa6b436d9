import { expect, test } from "bun:test";
import { untilSharedWake } from "../../daemon/lib/sleep.ts";

test("a sleep ends at a multiple of its step, whenever it begins", () => {
  for (let nth = 0; nth < 1000; nth++) {
    const before = performance.now();
    const wait = untilSharedWake(20_000, 5000);
    const after = performance.now();
    const end = Math.round((before + wait) / 5000) * 5000;
    expect(end).toBeGreaterThanOrEqual(before + wait - 0.001);
    expect(end).toBeLessThanOrEqual(after + wait + 0.001);
  }
});

test("a sleep is as long as requested, give or take half a step", () => {
  for (const [about, step] of [
    [2000, 2000],
    [20_000, 5000],
  ] as const) {
    const wait = untilSharedWake(about, step);
    expect(wait).toBeGreaterThanOrEqual(about - step / 2);
    expect(wait).toBeLessThanOrEqual(about + step / 2);
  }
});
