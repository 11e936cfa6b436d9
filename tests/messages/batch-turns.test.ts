import { expect, test } from "bun:test";
import { createBatchTurns } from "../../daemon/messages/batch-turns.ts";

const callerOf = (organizationId: string) => ({ organizationId, actor: { type: "key" as const, id: "key" } });
const [loud, quiet] = [callerOf("loud"), callerOf("quiet")];
const thousand = Array.from({ length: 1000 }, (_, nth) => nth);

test("while a batch is checked, whatever else waits has its turn after a few messages", async () => {
  let done = 0;
  const checked = createBatchTurns().check(loud, thousand, async () => (done += 1));
  const seen: number[] = [];
  while (done < thousand.length) {
    seen.push(done);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await checked;
  expect(seen.length).toBeGreaterThanOrEqual(100);
});

test("a batch's messages are checked in their order, and its results keep it", async () => {
  const results = await createBatchTurns().check(loud, thousand, async (nth) => nth);
  expect(results).toEqual(thousand);
});

test("slices of several batches alternate between their organisations", async () => {
  const turns = createBatchTurns();
  let ofLoud = 0;
  const first = [1, 2, 3].map(() => turns.check(loud, thousand, async () => (ofLoud += 1)));
  await turns.check(quiet, thousand, async () => {});
  expect(ofLoud).toBeWithin(900, 1100);
  await Promise.all(first);
});

test("where too many batches wait, one of the organisation that has most is refused, and says how to mend it", async () => {
  const turns = createBatchTurns();
  const { promise: isHeld, resolve: free } = Promise.withResolvers<void>();
  const ofLoud = Array.from({ length: 110 }, () => turns.take(loud, () => isHeld));
  const outcomes = Promise.allSettled(ofLoud);
  const other = turns.take(quiet, async () => "served");
  expect(await other).toBe("served");
  free();
  const refused = (await outcomes).flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
  expect(refused).toHaveLength(8);
  expect(refused[0]).toMatchObject({ status: 503, code: "batches_busy" });
});
