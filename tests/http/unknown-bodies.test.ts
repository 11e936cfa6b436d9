import { expect, test } from "bun:test";
import { createUnknownBodies } from "../../daemon/http/body/unknown-bodies.ts";
import type { Wait } from "../../daemon/http/body/waiting-bodies.ts";
import { until } from "../support/until.ts";

const MEBIBYTE = 1024 * 1024;
const slow = { note: () => {}, pauseMs: () => 20 };
const quick = { note: () => {}, pauseMs: () => 0 };

/** A body that is too much for anybody. */
const tooMuch = async ({ hold, cut }: Wait): Promise<never> => {
  hold(17 * MEBIBYTE);
  return await cut;
};

test("a body that comes is handed on", async () => {
  expect(await createUnknownBodies(slow).read("a", async () => "body")).toBe("body");
});

test("the answer to a network that is given up again and again is held back", async () => {
  const bodies = createUnknownBodies(slow);
  const reading = bodies.read("a", tooMuch).catch((cause: unknown) => cause);
  await until(() => bodies.held() !== 0);
  expect(await reading).toMatchObject({ status: 408 });
  expect(bodies.held()).toBe(0);
});

test.each([
  { what: "a network that is seldom given up", bodies: () => createUnknownBodies(quick), readBody: tooMuch },
  { what: "more than can be", bodies: () => createUnknownBodies(slow, 0), readBody: tooMuch },
  {
    what: "another problem",
    bodies: () => createUnknownBodies(slow),
    readBody: () => Promise.reject(new Error("not JSON")),
  },
])("of $what no answer is held back", async ({ bodies, readBody }) => {
  const own = bodies();
  let isAnswered = false;
  own.read("a", readBody).catch(() => {
    isAnswered = true;
  });
  for (let turn = 0; turn < 10 && !isAnswered; turn++) await Promise.resolve();
  expect([isAnswered, own.held()]).toEqual([true, 0]);
});
