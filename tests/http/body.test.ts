import { expect, test } from "bun:test";
import { parseJson } from "../../daemon/http/body/body.ts";

const list = (count: number) => `[${"1,".repeat(count)}1]`;

test("a body has at most a million values", () => {
  expect(parseJson(list(1_000_000))).toHaveLength(1_000_001);
  expect(() => parseJson(list(1_000_001))).toThrow("more than 1000000 values");
});

test("commas in texts are no values", () => {
  const text = ",".repeat(1_000_001);
  expect(parseJson(JSON.stringify({ text }))).toEqual({ text });
});
