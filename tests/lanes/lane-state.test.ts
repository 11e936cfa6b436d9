/** The state machine of a lane: what happens in which phase, and what follows. */
import { expect, test } from "bun:test";
import { claiming, type Happening, type LaneState, letsBegin, next } from "../../daemon/lanes/lane-state.ts";

const WOKEN: Happening = { kind: "woken" };
const CLAIMED: Happening = { kind: "claimed", isOurs: true };
const OPENED: Happening = { kind: "opened", isThere: true, keepsUpToDate: false };
const KEPT: Happening = { kind: "opened", isThere: true, keepsUpToDate: true };
const DRAINED: Happening = { kind: "drained", wasDue: true };
const EMPTY: Happening = { kind: "drained", wasDue: false };
const NOTHING_DUE: Happening = { kind: "looked", wait: null, at: 100 };
const DUE_SOON: Happening = { kind: "looked", wait: 400, at: 100 };
const DUE_LATER: Happening = { kind: "looked", wait: 5000, at: 100 };
const RESTED: Happening = { kind: "rested", isStopping: false };
const STOPPING: Happening = { kind: "rested", isStopping: true };
const LEFT: Happening = { kind: "released", isLeft: true };
const STAYS: Happening = { kind: "released", isLeft: false };
const ITEM = { itemId: "1", orderKey: "a" };
const BEGUN: Happening = { kind: "begun", items: [ITEM] };

const after = (...happenings: Happening[]): LaneState => happenings.reduce(next, claiming());
const resting = (looked: Happening, opened = OPENED) => [CLAIMED, opened, DRAINED, looked];

test.each<[string, Happening[], LaneState["phase"]]>([
  ["another daemon has it", [{ kind: "claimed", isOurs: false }], "over"],
  ["it is claimed", [CLAIMED], "opening"],
  ["there is nothing to drain for", [CLAIMED, { ...OPENED, isThere: false } as Happening], "releasing"],
  ["it is opened", [CLAIMED, OPENED], "draining"],
  ["it is drained", [CLAIMED, OPENED, DRAINED], "looking"],
  ["nothing was due in what was just opened", [CLAIMED, OPENED, EMPTY], "looking"],
  ["nothing is due", resting(NOTHING_DUE), "resting"],
  ["it rested, and nothing is due", [...resting(NOTHING_DUE), RESTED], "releasing"],
  ["it rested, and something is due later", [...resting(DUE_LATER), RESTED], "planning"],
  ["a look is planned", [...resting(DUE_LATER), RESTED, { kind: "planned" }], "releasing"],
  ["it rested until something is due", [...resting(DUE_SOON), RESTED], "opening"],
  ["so it did, and it is up to date", [...resting(DUE_SOON, KEPT), RESTED], "draining"],
  ["it is woken from its rest", [...resting(NOTHING_DUE), WOKEN, RESTED], "opening"],
  ["it was woken while it was drained", [CLAIMED, OPENED, WOKEN, DRAINED, NOTHING_DUE, RESTED], "opening"],
  ["it was woken before it was drained", [CLAIMED, WOKEN, OPENED, DRAINED, NOTHING_DUE, RESTED], "releasing"],
  ["nothing was due although it stayed open", [...resting(DUE_SOON, KEPT), RESTED, EMPTY], "opening"],
  ["the daemon stops, and something is due", [...resting(DUE_SOON), WOKEN, STOPPING], "planning"],
  ["it is released", [...resting(NOTHING_DUE), RESTED, LEFT], "over"],
  ["work arrived while it was released", [...resting(NOTHING_DUE), RESTED, STAYS], "opening"],
  ["something failed", [CLAIMED, OPENED, { kind: "failed" }], "over"],
])("when %s", (_, happenings, phase) => {
  expect(after(...happenings).phase).toBe(phase);
});

test("a wake-up during the release is not forgotten", () => {
  const released = [...resting(NOTHING_DUE), RESTED];
  expect(after(...released, WOKEN, LEFT).isWoken).toBe(true);
  expect(after(...released, LEFT).isWoken).toBe(false);
});

test("items begin as they are made in a lane that rests with nothing due, and in no other", () => {
  expect(letsBegin(after(...resting(NOTHING_DUE, KEPT)))).toBe(true);
  // what its channel became meanwhile is unknown
  expect(letsBegin(after(...resting(NOTHING_DUE)))).toBe(false);
  expect(letsBegin(after(...resting(DUE_SOON, KEPT)))).toBe(false);
  // a pause that ends in a moment: what waits for it goes first
  expect(letsBegin(after(...resting({ kind: "looked", wait: 1_100, at: 100 }, KEPT)))).toBe(false);
  expect(letsBegin(after(...resting({ kind: "looked", wait: 3600_000, at: 100 }, KEPT)))).toBe(true);
  expect(letsBegin(after(...resting(NOTHING_DUE, KEPT), WOKEN))).toBe(false);
  expect(letsBegin(after(CLAIMED, KEPT, WOKEN, DRAINED, NOTHING_DUE))).toBe(false);
  expect(letsBegin(after(...resting(NOTHING_DUE, KEPT), BEGUN))).toBe(false);
  expect(letsBegin(after(...resting(NOTHING_DUE, KEPT), RESTED))).toBe(false);
});

test("the next drain calls them, and reads the lane only if something else woke it", () => {
  const begun = [...resting(NOTHING_DUE, KEPT), BEGUN];
  expect(after(...begun, RESTED)).toMatchObject({ phase: "draining", begun: [ITEM], isQuiet: true });
  expect(after(...begun, WOKEN, RESTED)).toMatchObject({ phase: "draining", begun: [ITEM], isQuiet: false });
  expect(after(...begun, RESTED, DRAINED)).toMatchObject({ begun: [], isQuiet: false });
});

test("they are called also while the daemon stops", () => {
  const begun = [...resting(NOTHING_DUE, KEPT), BEGUN];
  expect(after(...begun, STOPPING)).toMatchObject({ phase: "draining", begun: [ITEM] });
});

test("while something is due that can't start, the lane rests longer and longer, up to a second", () => {
  const due: Happening = { kind: "looked", wait: 0, at: 100 };
  let state = after(CLAIMED, OPENED);
  const rests = Array.from({ length: 9 }, () => {
    state = [DRAINED, due].reduce(next, state);
    const { rest } = state;
    state = [RESTED, OPENED].reduce(next, state);
    return rest;
  });
  expect(rests).toEqual([10, 20, 40, 80, 160, 320, 640, 1000, 1000]);
  expect(after(...resting(DUE_SOON))).toMatchObject({ rest: 400, dueAt: 500, leastRest: 10 });
});
