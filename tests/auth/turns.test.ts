import { expect, test } from "bun:test";
import { createTurns, type Waiter } from "../../daemon/auth/turns.ts";

const who = (address: string, account: string | null = null, isKnown = true): Waiter => ({
  ...{ address, account, isKnown },
});

/** Lets these work one at a time, all of them waiting behind one that holds the place; returns who had the turn when. */
async function orderOf(waiters: readonly Waiter[], limits = { waiting: 100, waitingEach: 20 }) {
  const inTurn = createTurns({ atOnce: 1, ...limits });
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const first = inTurn(who("192.0.2.99"), () => isHeld);
  const order: number[] = [];
  const works = waiters.map((waiter, nth) =>
    inTurn(waiter, async () => {
      order.push(nth);
    }),
  );
  const outcomes = Promise.allSettled(works);
  free();
  await first;
  const refused = (await outcomes).flatMap(({ status }, nth) => (status === "rejected" ? [nth] : []));
  return { order, refused };
}

test("known users who come again and again leave strangers every second turn", async () => {
  const known = Array.from({ length: 6 }, (_, nth) => who(`192.0.2.${nth}`));
  const { order } = await orderOf([
    ...known,
    who("198.51.100.1", null, false),
    who("198.51.100.2", null, false),
  ]);
  expect(order).toEqual([0, 6, 1, 7, 2, 3, 4, 5]);
});

test("a network that asks much waits behind one that asks once", async () => {
  const { order } = await orderOf([who("192.0.2.1"), who("192.0.2.1"), who("192.0.2.1"), who("192.0.2.2")]);
  expect(order).toEqual([0, 3, 1, 2]);
});

test("an account that is tried from many networks waits behind one that is tried once", async () => {
  const same = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) => who(address, "ada@example.com"));
  const { order } = await orderOf([...same, who("192.0.2.4", "ben@example.com")]);
  expect(order).toEqual([0, 3, 1, 2]);
});

test("where no more may wait, the network of which most do gives a place to one of which fewer do", async () => {
  const limits = { waiting: 4, waitingEach: 3 };
  const waiters = ["192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.3"];
  const { order, refused } = await orderOf(
    waiters.map((address) => who(address)),
    limits,
  );
  expect(refused).toEqual([2, 3]);
  expect(order).toEqual([0, 4, 5, 1]);
});

test("where each network has one that waits, the next has to come again", async () => {
  const limits = { waiting: 2, waitingEach: 2 };
  const waiters = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address) => who(address));
  expect(await orderOf(waiters, limits)).toEqual({ order: [0, 1], refused: [2] });
});
