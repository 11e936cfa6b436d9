/** What `scripts/failover` says of a run: who got what is compared with the records, for either kind of number. */
import { expect, test } from "bun:test";
import { watchArrivals } from "../../scripts/benchmarks/failover/arrivals.ts";
import { compare, complaints, type Sides } from "../../scripts/benchmarks/failover/compare.ts";
import { type Call, readCalls, readPhone } from "../../scripts/stage/arrivals.ts";

/** Three messages, of which the last is the paired number's. */
const GOOD: Sides = {
  accepted: new Map([
    ["send 0", "a"],
    ["send 1", "b"],
    ["send 2", "c"],
  ]),
  stored: new Map([
    ["a", "read"],
    ["b", "sent"],
    ["c", "delivered"],
  ]),
  doubted: new Set(),
  arrived: {
    official: new Map([
      ["a", 1],
      ["b", 1],
    ]),
    paired: new Map([["send 2", 1]]),
  },
};
const said = (change: Partial<Sides>) => complaints(compare({ ...GOOD, ...change }));
const arrivedAtPhone = (times: [string, number][]) => ({
  arrived: { ...GOOD.arrived, paired: new Map(times) },
});

test("a run in which everybody got what its record says has no complaints", () => {
  expect(said({})).toEqual([]);
});

test("a message that came twice to a phone needs a record of the doubt", () => {
  const twice = arrivedAtPhone([["send 2", 2]]);
  expect(said(twice)).toEqual(["1 messages sent twice without a record of the doubt"]);
  expect(said({ ...twice, doubted: new Set(["c"]) })).toEqual([]);
});

test("a message that is sent by its record has to be on the phone", () => {
  expect(said(arrivedAtPhone([]))).toEqual(["1 messages that are sent by their records, and nobody got"]);
});

test("a failure that arrived needs a record of the doubt", () => {
  const failed = { stored: new Map([...GOOD.stored, ["c", "failed"]]) };
  expect(said(failed)).toEqual(["1 messages that failed by their records, and somebody got"]);
  expect(said({ ...failed, doubted: new Set(["c"]) })).toEqual([]);
});

test("what nobody was answered 201 for is strange, stored or on a phone", () => {
  expect(said({ stored: new Map([...GOOD.stored, ["d", "read"]]) })).toContain(
    "1 messages that nobody was answered 201 for",
  );
  expect(
    said(
      arrivedAtPhone([
        ["send 2", 1],
        ["send 3", 1],
      ]),
    ),
  ).toEqual(["1 messages that nobody was answered 201 for"]);
});

test("what was accepted has to be stored, and to end", () => {
  expect(said({ stored: new Map([...GOOD.stored, ["a", "queued"]]) })).toEqual([
    "1 of what was accepted is queued",
  ]);
});

/** A stand-in that took so many calls, and remembers the last of them. */
function standIn(taken: number, remembered = taken) {
  const all = Array.from({ length: taken }, (_, n) => ({ biz_opaque_callback_data: `call ${n}` }) as Call);
  return async (path: string) => {
    const limit = Number(new URLSearchParams(path.split("?")[1]).get("limit"));
    return { total: taken, data: all.slice(-Math.min(limit, remembered)) };
  };
}

test("calls are read on from those that are known, however many there are", async () => {
  expect(await readCalls(standIn(3000))).toHaveLength(3000);
  const rest = await readCalls(standIn(3000), 2998);
  expect(rest.map((call) => call.biz_opaque_callback_data)).toEqual(["call 2998", "call 2999"]);
  expect(await readCalls(standIn(3000), 3000)).toEqual([]);
});

test("calls that the stand-in has forgotten are missed aloud", async () => {
  await expect(readCalls(standIn(3000, 1500), 1000)).rejects.toThrow("500 calls");
});

test("a phone is read whole, without what its owner wrote", async () => {
  const all = Array.from({ length: 2500 }, (_, n) => ({ text: `text ${n}`, from_me: n === 0 }));
  const read = async (path: string) => {
    const limit = Number(new URLSearchParams(path.split("?")[1]).get("limit"));
    return { matched: all.length, data: all.slice(-limit) };
  };
  expect(await readPhone(read, "14155550100", "15557100000")).toHaveLength(2499);
});

test("calls and copies are counted, each once however often they are looked at", async () => {
  const phone = { matched: 1, data: [{ text: "send 2", from_me: false, copies: 2 }] };
  const calls = standIn(2);
  const read = async (path: string) => (path.startsWith("phones/") ? phone : await calls(path));
  const arrivals = watchArrivals(read, { number: "15557100000", people: ["14155550100"] });
  await arrivals.count();
  const { official, paired } = await arrivals.count();
  await arrivals.stop();
  expect([...official.values()]).toEqual([1, 1]);
  expect(paired.get("send 2")).toBe(2);
});
