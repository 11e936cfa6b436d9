import { expect, test } from "bun:test";
import { createCutNetworks } from "../../daemon/http/body/cut-networks.ts";
import { createWaitingBodies, type Wait } from "../../daemon/http/body/waiting-bodies.ts";

const small = { bodies: 2, bytes: 100 };
const large = { bodies: 3, bytes: 150 };
const create = (waitMs = 60_000, cutNetworks = createCutNetworks()) =>
  createWaitingBodies({ each: [small], all: large, waitMs, slowedBytes: 10 }, cutNetworks);

/** Which of these are waited for no longer. */
async function cutOf(waits: readonly Wait[]): Promise<boolean[]> {
  const still = new Promise<boolean>((resolve) => setImmediate(() => resolve(false)));
  return await Promise.all(waits.map(({ cut }) => Promise.race([cut.catch(() => true), still])));
}

test("beyond so many bodies of a network, the one that is waited for longest is given up", async () => {
  const waiting = create();
  const waits = ["a", "b", "a", "a"].map((network) => waiting.begin(network));
  expect(await cutOf(waits)).toEqual([true, false, false, false]);
});

test("beyond so many bodies of all networks, the one that is waited for longest is given up", async () => {
  const waiting = create();
  const waits = ["a", "b", "c", "d"].map((network) => waiting.begin(network));
  expect(await cutOf(waits)).toEqual([true, false, false, false]);
});

test("beyond so many bodies of all networks, the one that has most gives up its oldest", async () => {
  const waiting = create();
  const waits = ["a", "b", "b", "c"].map((network) => waiting.begin(network));
  expect(await cutOf(waits)).toEqual([false, true, false, false]);
});

test("what is within a party has bounds of its own", async () => {
  const waiting = createWaitingBodies({ each: [large, small], all: large, waitMs: 60_000, slowedBytes: 10 });
  const waits = ["key 1", "key 2", "key 2", "key 2"].map((key) => waiting.begin("organization", key));
  expect(await cutOf(waits)).toEqual([false, true, false, false]);
});

test("beyond so many bytes of a network, its oldest bodies are given up, and only they", async () => {
  const waiting = create();
  const waits = ["b", "a", "a"].map((network) => waiting.begin(network));
  for (const wait of waits) wait.hold(40);
  expect(await cutOf(waits)).toEqual([false, false, false]);
  waits[2]?.hold(30);
  expect(await cutOf(waits)).toEqual([false, true, false]);
});

test("beyond so many bytes of all networks, the oldest bodies are given up", async () => {
  const waiting = create();
  const waits = ["a", "b"].map((network) => waiting.begin(network));
  for (const wait of waits) wait.hold(90);
  expect(await cutOf(waits)).toEqual([true, false]);
});

test("a body that is larger than all may be is given up itself", async () => {
  const wait = create().begin("a");
  wait.hold(101);
  expect(await cutOf([wait])).toEqual([true]);
});

test("bodies that are there, or were given up, leave their places to others", async () => {
  const waiting = create();
  for (let round = 0; round < 10; round++) {
    const wait = waiting.begin("a");
    wait.hold(90);
    wait.end();
    wait.end();
  }
  const waits = [waiting.begin("a"), waiting.begin("a")];
  for (const wait of waits) wait.hold(50);
  expect(await cutOf(waits)).toEqual([false, false]);
});

test("a body that does not come is given up with 408, and its connection ended", async () => {
  const failure = await create(1)
    .begin("a")
    .cut.catch((cause: unknown) => cause);
  expect(failure).toMatchObject({ status: 408, code: "request_timeout" });
  expect(failure).toMatchObject({ extras: { headers: { connection: "close" } } });
});

test("later bytes of a body that was already given up count for nothing", async () => {
  const waiting = create();
  const [given, other] = [waiting.begin("a"), waiting.begin("b")];
  given.hold(101);
  given.hold(101);
  other.hold(90);
  expect(await cutOf([given, other])).toEqual([true, false]);
});

test("of a network that was given up again and again bodies have to be small", async () => {
  const cutNetworks = createCutNetworks(() => 0);
  const waiting = create(60_000, cutNetworks);
  const before = waiting.begin("a");
  for (let nth = 0; nth < 50; nth++) cutNetworks.note("a");
  const waits = [before, waiting.begin("a"), waiting.begin("b")];
  expect(waits.map(({ isSlowed }) => isSlowed)).toEqual([false, true, false]);
  for (const wait of waits) wait.hold(10);
  expect(await cutOf(waits)).toEqual([false, false, false]);
  for (const wait of waits) wait.hold(1);
  expect(await cutOf(waits)).toEqual([false, true, false]);
});

test("bodies that are given up are noted, those that come are not", () => {
  const noted: string[] = [];
  const waiting = create(60_000, { note: (network) => noted.push(network), pauseMs: () => 0 });
  const waits = ["a", "b", "a", "a"].map((network) => waiting.begin(network));
  for (const { end } of waits) end();
  expect(noted).toEqual(["a"]);
});
