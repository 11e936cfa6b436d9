import { expect, test } from "bun:test";
import type { Names, QueueLimits } from "../../../daemon/lib/turns/fair-queue.ts";
import { createShares } from "../../../daemon/lib/turns/shares.ts";

const refusal = () => new Error("too many wait");

/** Who had the turn when, of those who came to a pool of one place while that was taken, and who was refused. */
async function orderOf(names: readonly Names[], limits: QueueLimits = {}) {
  const shares = createShares({ atOnce: 1, refusal, ...limits });
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const first = shares.inTurn(["nobody"], () => isHeld);
  const order: number[] = [];
  const works = names.map((one, nth) => shares.inTurn(one, async () => order.push(nth)));
  const outcomes = Promise.allSettled(works);
  free();
  await first;
  const refused = (await outcomes).flatMap(({ status }, nth) => (status === "rejected" ? [nth] : []));
  return { order, refused };
}

test("organisations have turns in their round, however many of one wait", async () => {
  const { order } = await orderOf([["loud"], ["loud"], ["loud"], ["quiet"], ["third"]]);
  expect(order).toEqual([0, 3, 4, 1, 2]);
});

test("keys of one organisation have its turns in their round", async () => {
  const loud = ["one", "loud key"];
  const { order } = await orderOf([loud, loud, loud, ["one", "quiet key"], ["other", "key"]]);
  expect(order).toEqual([0, 4, 3, 1, 2]);
});

test("an organisation with many keys has no more turns than one with one", async () => {
  const many = ["a", "b", "c"].map((key) => ["many", key]);
  const { order } = await orderOf([...many, ["one", "key"], ["one", "key"]]);
  expect(order).toEqual([0, 3, 1, 4, 2]);
});

test("who had turns without waiting comes after who had none", async () => {
  const shares = createShares({ atOnce: 3 });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const begin = (name: string) =>
    shares.inTurn([name.slice(0, 1)], () => {
      order.push(name);
      return new Promise<void>((resolve) => ends.push(resolve));
    });
  const works = ["a1", "a2", "a3", "a4", "b1", "b2", "c1"].map(begin);
  for (const work of works.keys()) {
    while (ends.length <= work) await Promise.resolve();
    ends[work]?.();
  }
  await Promise.all(works);
  expect(order).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
});

test("where no more of an organisation may wait, the key of which most do gives a place to another of its own", async () => {
  const loud = ["one", "loud key"];
  const names = [loud, loud, ["one", "quiet key"], loud, ["other", "key"]];
  const { order, refused } = await orderOf(names, { mostEach: 2 });
  expect({ order, refused }).toEqual({ order: [0, 4, 2], refused: [1, 3] });
});

test("where no more may wait, the organisation of which most do gives its newest place up", async () => {
  const { order, refused } = await orderOf([["loud"], ["loud"], ["loud"], ["quiet"], ["loud"]], { most: 3 });
  expect({ order, refused }).toEqual({ order: [0, 3, 1], refused: [2, 4] });
});

test("where no more may wait, the key of which most do gives a place to another of its organisation", async () => {
  const loud = ["one", "loud key"];
  const { order, refused } = await orderOf([loud, loud, loud, ["one", "quiet key"]], { most: 3 });
  expect({ order, refused }).toEqual({ order: [0, 3, 1], refused: [2] });
});

test("an organisation that gives a place up does so by the key of which most wait", async () => {
  const [loud, calm] = [
    ["one", "loud key"],
    ["one", "calm key"],
  ];
  const { refused } = await orderOf([loud, loud, calm, ["other", "key"]], { most: 3 });
  expect(refused).toEqual([1]);
});

test("where all have as many, who was served last gives their place to who was never served", async () => {
  const shares = createShares({ atOnce: 1, most: 1, refusal });
  const first = Promise.withResolvers<void>();
  const second = Promise.withResolvers<void>();
  const held = shares.inTurn(["nobody"], () => first.promise);
  const served = shares.inTurn(["guesser"], () => second.promise);
  first.resolve();
  await held;
  const names = ["guesser", "newcomer", "guesser"];
  const outcomes = Promise.allSettled(names.map((name) => shares.inTurn([name], async () => {})));
  second.resolve();
  await served;
  expect((await outcomes).map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
});

test("one organisation never has all places, and others need not wait for it", async () => {
  const shares = createShares({ atOnce: 3, most: 100, refusal });
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const began: string[] = [];
  const begin = (name: string) =>
    shares.inTurn([name], async () => {
      began.push(name);
      await isHeld;
    });
  const works = ["loud", "loud", "loud", "loud", "quiet"].map(begin);
  expect(began).toEqual(["loud", "loud", "quiet"]);
  free();
  await Promise.all(works);
  expect(began).toEqual(["loud", "loud", "quiet", "loud", "loud"]);
});

test("with two levels, no key of an organisation has the last of its places", async () => {
  const shares = createShares({ atOnce: 4, levels: 2 });
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const began: string[] = [];
  const begin = (name: string) =>
    shares.inTurn(name.split(" "), async () => {
      began.push(name);
      await isHeld;
    });
  const works = ["one a", "one a", "one a", "one b", "one b", "two c"].map(begin);
  expect(began).toEqual(["one a", "one a", "one b", "two c"]);
  free();
  await Promise.all(works);
  expect(began.slice(4).toSorted()).toEqual(["one a", "one b"]);
});

test("a place that comes free is kept from who has all but the last", async () => {
  const shares = createShares({ atOnce: 2, most: 100, refusal });
  const [loud, quiet] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = shares.inTurn(["loud"], () => loud.promise);
  const other = shares.inTurn(["quiet"], () => quiet.promise);
  let began = false;
  const second = shares.inTurn(["loud"], async () => {
    began = true;
  });
  quiet.resolve();
  await other;
  await shares.inTurn(["quiet"], async () => {});
  expect(began).toBe(false);
  loud.resolve();
  await Promise.all([first, second]);
});

test("who waits patiently is never refused, and takes no place from those that may be", async () => {
  const shares = createShares({ atOnce: 1, most: 1, refusal });
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const held = shares.inTurn(["one"], () => isHeld);
  const other = shares.inTurn(["one"], async () => "served");
  const patient = [1, 2].map(() => shares.inTurn(["one"], async () => "served", { isPatient: true }));
  await expect(shares.inTurn(["one"], async () => "served")).rejects.toThrow("too many wait");
  free();
  await held;
  expect(await Promise.all([...patient, other])).toEqual(["served", "served", "served"]);
});

test("who waited too long is refused, and leaves its place in the line", async () => {
  const shares = createShares({ atOnce: 1, most: 1, refusal });
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const held = shares.inTurn(["one"], () => isHeld);
  const late = shares.inTurn(["one"], async () => "served", { timeoutMs: 1 });
  await expect(late).rejects.toThrow("too many wait");
  const next = shares.inTurn(["one"], async () => "served");
  free();
  expect([await held, await next]).toEqual([undefined, "served"]);
});

test("work that fails gives its place back", async () => {
  const shares = createShares({ atOnce: 1, most: 1, refusal });
  const failing = shares.inTurn(["one"], () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  expect(await shares.inTurn(["one"], async () => "served")).toBe("served");
});
