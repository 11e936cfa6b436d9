import { expect, test } from "bun:test";
import { createResting, type Shown, type Trouble } from "../../daemon/messages/lane/rest.ts";

const exactly = () => 0;
const times = { first: 1000, longest: 8000 };
const error = { code: "x", title: "x", detail: "x", provider_code: null, retryable: true };
const trouble = (kind: Trouble["kind"], requestedMs?: number): Shown => ({
  works: false,
  trouble: { kind, error, ...(requestedMs === undefined ? {} : { requestedMs }) },
});
const WORKS: Shown = { works: true, trouble: null };

test("rests grow up to the longest, and start again once the platform works", () => {
  const resting = createResting(times, exactly);
  const rest = (call: Shown) => resting.after(call, 0)?.milliseconds;
  const refused = trouble("refuses");
  expect([rest(refused), rest(refused), rest(refused), rest(refused), rest(refused)]).toEqual([
    1000, 2000, 4000, 8000, 8000,
  ]);
  expect(resting.isTrying()).toBe(true);
  expect(rest(WORKS)).toBeUndefined();
  expect(resting.isTrying()).toBe(false);
  expect(rest(refused)).toBe(1000);
});

test("calls that were out when a rest began make it no longer, unless the platform asks for more", () => {
  const resting = createResting(times, exactly);
  resting.after(trouble("refuses"), 0);
  expect(resting.after(trouble("refuses"), 500)).toBeNull();
  expect(resting.after(trouble("refuses", 60_000), 500)?.milliseconds).toBe(60_000);
});

test.each(["confused", "silent"] as const)(
  "one call that found the platform %s may be an accident",
  (kind) => {
    const resting = createResting(times, exactly);
    expect(resting.after(trouble(kind), 0)).toBeNull();
    expect(resting.after(WORKS, 0)).toBeNull();
    expect(resting.after(trouble(kind), 0)).toBeNull();
    expect(resting.after(trouble(kind), 0)?.milliseconds).toBe(1000);
  },
);

test("a platform that was silent is probed before anything is sent", () => {
  const resting = createResting(times, exactly);
  resting.after(trouble("silent"), 0);
  resting.after(trouble("silent"), 0);
  expect(resting.isSilent()).toBe(true);
  resting.responded();
  expect([resting.isSilent(), resting.isTrying()]).toEqual([false, true]);
});

test("the first rest is not logged, one that the platform requested is", () => {
  expect(createResting(times).after(trouble("refuses"), 0)?.isPublished).toBe(false);
  expect(createResting(times).after(trouble("refuses", 60_000), 0)?.isPublished).toBe(true);
});
