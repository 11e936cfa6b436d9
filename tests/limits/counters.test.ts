import { expect, test } from "bun:test";
import { createCounters } from "../../daemon/limits/counters.ts";
import { WINDOW_SECONDS } from "../../daemon/limits/window.ts";

/** Two daemons that share a clock; `share` is what Postgres does between them. */
function twoDaemons() {
  const clock = { now: 1_000_000_000_000 };
  const [one, other] = [createCounters(() => clock.now), createCounters(() => clock.now)];
  const sums = new Map<string, number>();
  const share = (daemon: typeof one) =>
    daemon.learn(
      daemon.take().map(({ subject, number, used }) => {
        const sum = (sums.get(subject) ?? 0) + used;
        sums.set(subject, sum);
        return { subject, number, used: sum };
      }),
    );
  return { clock, one, other, share };
}

test("counts of other daemons are known once both have shared", () => {
  const { one, other, share } = twoDaemons();
  for (let nth = 0; nth < 3; nth++) one.add("key a");
  other.add("key a");
  share(one);
  share(other);
  expect([one.used("key a"), other.used("key a")]).toEqual([3, 4]);
  one.add("key a");
  share(one);
  expect(one.used("key a")).toBe(5);
});

test("requests counted while the counts are shared are not lost", () => {
  const { one } = twoDaemons();
  one.add("key a");
  const taken = one.take();
  one.add("key a");
  one.learn(taken.map((count) => ({ ...count, used: 7 })));
  expect(one.used("key a")).toBe(8);
  expect(one.take()).toMatchObject([{ subject: "key a", used: 1 }]);
});

test("a new window begins at nothing", () => {
  const { clock, one } = twoDaemons();
  one.add("key a");
  clock.now += WINDOW_SECONDS * 1000;
  expect(one.used("key a")).toBe(0);
  expect(one.take()).toEqual([]);
});

test("an address that comes once is forgotten when very many come", () => {
  const { one } = twoDaemons();
  one.add("address 192.0.2.1");
  for (let nth = 0; nth < 60_000; nth++) one.add(`address ${nth}`);
  expect(one.used("address 192.0.2.1")).toBe(0);
  expect(one.take().length).toBeLessThanOrEqual(50_001);
});
